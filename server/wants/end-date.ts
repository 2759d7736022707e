import { DAY_MS } from '../contract/durations';
import type { WantProblem } from './cells/rules';
import { MAX_LIST_DAYS } from './rules';

/** The UTC day of a moment, or some days after it. */
export const dayOf = (at: Date, days = 0): string =>
  new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** What is wrong with the last day of a want. Both are UTC days like `2026-11-24`. */
export function endDateProblem(day: string, today: string): WantProblem | null {
  if (day <= today) return 'date';
  return day > dayOf(new Date(today), MAX_LIST_DAYS) ? 'far_date' : null;
}
