/** Bound for every list (docs/rules.md#wire-format). */
export const MAX_PER_PAGE = 1_000;

export interface Page {
  limit: number;
  offset: number;
}

export const FIRST_PAGE: Page = { limit: MAX_PER_PAGE, offset: 0 };

/** Pages start at 1. Clamps both values, so that PostgreSQL accepts any offset. */
export const pageOf = ({ page, per }: { page: number; per: number }): Page => {
  const limit = Math.min(Math.max(per, 1), MAX_PER_PAGE);
  return { limit, offset: Math.min((Math.max(Math.floor(page), 1) - 1) * limit, Number.MAX_SAFE_INTEGER) };
};

/** Keeps `limit` rows of each of two kinds; the query fetches one more of each to set `more`. */
export function firstOfEach<Row>(
  rows: readonly Row[],
  isOther: (row: Row) => boolean,
  limit: number,
): { rows: Row[]; more: boolean } {
  const counts = { main: 0, other: 0 };
  const first = rows.filter((row) => ++counts[isOther(row) ? 'other' : 'main'] <= limit);
  return { rows: first, more: first.length < rows.length };
}
