/** Whether the text is a day that exists, from 1000 to 2999: `2026-11-30`. */
export const isDay = (text: string): boolean =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  // Date.parse reads February 30 as a day in March.
  new Date(text).toISOString().startsWith(text);

export const WRONG_ORDER = 'The first date must not be after the last date.';
