import type { Category, CategoryLabel, PackagingType } from '../contract/categories';
import { conditionLabels, type ProductCondition } from '../contract/product-conditions';

export type CategoryCounts = Record<CategoryLabel, number>;

/** Cursors hold a sort's position in this list: append only. */
export const sorts = [
  'newest',
  'msrp_cents_asc',
  'msrp_cents_desc',
  'percent_off_msrp_desc',
  'seller_price_cents_asc',
  'seller_price_cents_desc',
] as const;
export type Sort = (typeof sorts)[number];

export const PER_PAGE = 24;

/** Cents: `max` 1 … 5 mean below this much, 6 means any. */
export const priceBounds = [500, 1_000, 1_500, 2_000, 3_000] as const;
export const ANY_PRICE = 6;
/** `min` 1 … 5 mean above so many percent or units, 0 means any. */
export const percentBounds = [90, 80, 70, 60, 50] as const;
export const unitsBounds = [100, 500, 1_000, 5_000, 10_000] as const;
export const ANY_MIN = 0;

const NOT_STATED = { not_stated: 'Not stated' } as const;

export type ConditionFacet = ProductCondition | 'not_stated';
/** In the order of SQL's listing_condition. */
export const conditionFacets: Readonly<Record<ConditionFacet, string>> = {
  ...conditionLabels,
  ...NOT_STATED,
};

/** Where products ship from, in the order of SQL's listing_region, which has the states. */
export const regionFacets = {
  northeast: 'Northeast',
  southeast: 'Southeast',
  midwest: 'Midwest',
  southwest: 'Southwest',
  west: 'West',
  canada: 'Canada',
  ...NOT_STATED,
} as const;
export type RegionFacet = keyof typeof regionFacets;

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
    readonly condition?: readonly ConditionFacet[] | undefined;
    readonly shipFromRegion?: readonly RegionFacet[] | undefined;
  };
  readonly search: {
    readonly seller_id?: number | undefined;
    readonly name?: string | undefined;
    readonly description?: string | undefined;
    readonly tags: readonly string[];
  };
  readonly facets?: boolean | undefined;
}

/** Each counted under all filters but its own. */
export interface FacetCounts {
  condition_counts: Record<ConditionFacet, number>;
  region_counts: Record<RegionFacet, number>;
}

/** A seller whose name holds every word, with the number of its listed products. */
export interface NamedSeller {
  id: number;
  name: string;
  count: number;
}

export type SellerName = Pick<NamedSeller, 'id' | 'name'>;

export interface SearchFigures extends Partial<FacetCounts> {
  count: number;
  total_pages: number;
  /** Without the category filter. Staff tags count as categories, so the sum may exceed `count`. */
  category_counts: CategoryCounts;
  without_tags: { count: number; category_counts: CategoryCounts };
  next_cursor: string | null;
  corrected?: string;
  /** On the first page, where there are any. */
  sellers?: NamedSeller[];
}

export interface Uncounted extends Pick<SearchFigures, 'next_cursor'> {
  count: null;
  total_pages: null;
  category_counts: null;
  without_tags: null;
  /** Cursor of the most recently listed product. */
  newest: string | null;
  corrected?: never;
  condition_counts?: never;
  region_counts?: never;
}

export const MAX_ARRIVALS = 1_000;

/** What the index of a process holds. `bytes` is the memory of its columns; `changes` counts changed listings. */
export interface IndexFigures {
  readonly listings: number;
  readonly bytes: number;
  readonly ageMs: number;
  readonly loadMs: number;
  readonly changes: number;
}

export interface SearchResult<Card> extends SearchFigures {
  products: Card[];
  newest: string | null;
}

export interface UncountedResult<Card> extends Uncounted {
  products: Card[];
}

/** All answers include everything committed before the call. */
export interface Search<Card> {
  /** Waits briefly; returns whether the search can answer. */
  warm(): Promise<boolean>;
  isWarm(): boolean;
  /** Null without a loaded index. */
  figures(): IndexFigures | null;
  /** Throws 422 for a cursor of another sort. */
  search(query: SearchQuery): Promise<SearchResult<Card>>;
  /** Leaves the counts out if they are slow. */
  firstPage(query: SearchQuery): Promise<SearchResult<Card> | UncountedResult<Card>>;
  /** `since` is the `newest` of a previous response; null counts everything. Throws 422 for an unknown cursor. */
  countNewSince(query: SearchQuery, since: string | null): Promise<number>;
  /** In the given order. Words are not corrected. For thousands of ids at most. */
  matchingAmong(query: SearchQuery, ids: readonly number[]): Promise<number[]>;
}
