import type { Category, CategoryLabel, PackagingType } from '../contract/categories';

export type CategoryCounts = Record<CategoryLabel, number>;

export const sorts = ['newest', 'msrp_cents_asc', 'msrp_cents_desc'] as const;
export type Sort = (typeof sorts)[number];

export const PER_PAGE = 24;

/** Cents: `max` 1 … 5 mean below this much, 6 means any. */
export const priceBounds = [500, 1_000, 1_500, 2_000, 3_000] as const;
export const ANY_PRICE = 6;
/** `min` 1 … 5 mean above so many percent or units, 0 means any. */
export const percentBounds = [90, 80, 70, 60, 50] as const;
export const unitsBounds = [100, 500, 1_000, 5_000, 10_000] as const;
export const ANY_MIN = 0;

interface StepRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface SearchQuery {
  readonly page: number;
  readonly cursor?: string | undefined;
  readonly sort: Sort;
  readonly filters: {
    readonly msrp: StepRange;
    readonly sellerPriceCents: StepRange;
    readonly percentOffMsrp: StepRange;
    readonly unitsAvailable: StepRange;
    readonly packagingType?: PackagingType | undefined;
    readonly category?: Category | undefined;
  };
  readonly search: {
    readonly seller_id?: number | undefined;
    readonly name?: string | undefined;
    readonly description?: string | undefined;
    readonly tags: readonly string[];
  };
}

export interface SearchFigures {
  count: number;
  total_pages: number;
  /** Without the category filter. Staff tags count as categories, so the sum may exceed `count`. */
  category_counts: CategoryCounts;
  without_tags: { count: number; category_counts: CategoryCounts };
  next_cursor: string | null;
  corrected?: string;
}

export interface Uncounted extends Pick<SearchFigures, 'next_cursor'> {
  count: null;
  total_pages: null;
  category_counts: null;
  without_tags: null;
  /** Cursor of the most recently listed product. */
  newest: string | null;
  corrected?: never;
}

export const MAX_ARRIVALS = 1_000;
