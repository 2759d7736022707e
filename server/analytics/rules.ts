/** How long views are kept: the longest period and some days more. */
export const KEPT_DAYS = 400;
