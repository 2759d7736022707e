import type { ImportRecord } from '../../server/imports/contract';

/** The rows done when watching began, and the seconds since. */
export interface Pace {
  done: number;
  seconds: number;
}

const about = (count: number, word: string) => `about ${count} ${word}${count === 1 ? '' : 's'} left`;

/** Estimates the remaining time; '' without an estimate. */
export function restInWords(
  { done_rows, total_rows }: Pick<ImportRecord, 'done_rows' | 'total_rows'>,
  { done, seconds }: Pace,
): string {
  const left = total_rows - done_rows;
  const came = done_rows - done;
  if (left <= 0 || came <= 0 || seconds <= 0) return '';
  const rest = Math.max(1, Math.round((left * seconds) / came));
  return rest < 90 ? about(rest, 'second') : about(Math.ceil(rest / 60), 'minute');
}
