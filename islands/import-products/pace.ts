import { formatUnits } from '../../server/contract/money';
import type { ImportRecord } from '../../server/imports/contract';

/** The rows done when watching began, and the seconds since. */
export interface Pace {
  done: number;
  seconds: number;
}

const about = (count: number, word: string) => `about ${count} ${word}${count === 1 ? '' : 's'} left`;

/** "600 rows per second"; '' before the first rows. */
export function pace({ done_rows }: Pick<ImportRecord, 'done_rows'>, { done, seconds }: Pace): string {
  const rate = seconds > 0 ? Math.round((done_rows - done) / seconds) : 0;
  return rate > 0 ? `${formatUnits(rate)} rows per second` : '';
}

/** Estimates the remaining time; '' without an estimate. */
export function remainingTime(
  { done_rows, total_rows }: Pick<ImportRecord, 'done_rows' | 'total_rows'>,
  { done, seconds }: Pace,
): string {
  const remainingRows = total_rows - done_rows;
  const progressed = done_rows - done;
  if (remainingRows <= 0 || progressed <= 0 || seconds <= 0) return '';
  const remainingSeconds = Math.max(1, Math.round((remainingRows * seconds) / progressed));
  return remainingSeconds < 90
    ? about(remainingSeconds, 'second')
    : about(Math.ceil(remainingSeconds / 60), 'minute');
}
