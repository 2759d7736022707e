/** Rows that a list answers at most, whatever is asked for (contract section 2). */
export const MOST_PER_PAGE = 1_000;

export interface Page {
  limit: number;
  offset: number;
}

/** `page` begins at 1. */
export const pageOf = ({ page, per }: { page: number; per: number }): Page => {
  const limit = Math.min(Math.max(per, 1), MOST_PER_PAGE);
  return { limit, offset: (Math.max(page, 1) - 1) * limit };
};
