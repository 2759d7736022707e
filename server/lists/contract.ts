export const listSorts = ['newest', 'oldest', 'total_desc', 'expires'] as const;
export type ListSort = (typeof listSorts)[number];

/** What a party looks for in its own offers or orders. Dates are UTC days like `2026-11-22`, both inclusive. */
export interface ListSearch {
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  status?: readonly string[] | undefined;
  sort?: ListSort | undefined;
}

export interface ShownSearch {
  given: ListSearch;
  /** The query of an address, without what is not set: `q=mug&status%5B%5D=shipped`. */
  address: string;
  total: number;
  /** Why nothing was looked for. */
  error: string | null;
}
