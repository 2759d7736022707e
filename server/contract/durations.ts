export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Another process, whose clock may differ, signed it; expiry in rows follows the database's clock. */
export const CLOCK_LEEWAY_SECONDS = 60;
