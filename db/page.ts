/** Rows that a list answers at most, whatever is asked for (docs/rules.md#wire-format). */
export const MAX_PER_PAGE = 1_000;

export interface Page {
  limit: number;
  offset: number;
}

export const FIRST_PAGE: Page = { limit: MAX_PER_PAGE, offset: 0 };

/** `page` begins at 1. Past any end is past the end: an offset is a whole number that PostgreSQL takes. */
export const pageOf = ({ page, per }: { page: number; per: number }): Page => {
  const limit = Math.min(Math.max(per, 1), MAX_PER_PAGE);
  return { limit, offset: Math.min((Math.max(Math.floor(page), 1) - 1) * limit, Number.MAX_SAFE_INTEGER) };
};

/** Of rows of two kinds, asked for one more than `limit` of each: the first of each, and whether there are others. */
export function firstOfEach<Row>(
  rows: readonly Row[],
  isOther: (row: Row) => boolean,
  limit: number,
): { rows: Row[]; more: boolean } {
  const counts = { one: 0, other: 0 };
  const first = rows.filter((row) => ++counts[isOther(row) ? 'other' : 'one'] <= limit);
  return { rows: first, more: first.length < rows.length };
}
