export const WRONG_ORDER = 'The first date must not be after the last date.';
