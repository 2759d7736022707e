import {
  type Category,
  type CategoryLabel,
  categoryLabels,
  type PackagingType,
  packagingLabels,
  readCategory,
  readPackagingType,
} from '../contract/categories';
import { array, number, object, string, text } from '../contract/fields';

export type CategoryCounts = Record<CategoryLabel, number>;

export const sorts = ['newest', 'msrp_cents_asc', 'msrp_cents_desc'] as const;
export type Sort = (typeof sorts)[number];

export const PER_PAGE = 24;

/** MSRP and asking price: `max` 1 … 5 are below so many cents, 6 is any. */
export const priceBounds = [500, 1_000, 1_500, 2_000, 3_000] as const;
export const ANY_PRICE = 6;
/** % off MSRP: `min` 1 … 5 are above so many percent, 0 is any. */
export const percentBounds = [90, 80, 70, 60, 50] as const;
/** Units: `min` 1 … 5 are above so many units, 0 is any. */
export const unitsBounds = [100, 500, 1_000, 5_000, 10_000] as const;
export const ANY_MIN = 0;

const isBlank = (value: unknown) => value === null || value === '';
const orNothing = (value: unknown) => (isBlank(value) ? undefined : value);

const step = (least: number, most: number) =>
  number()
    .transform((value: unknown, original: unknown) => (isBlank(original) ? undefined : value))
    .typeError('Unknown step')
    .integer('Unknown step')
    .min(least, 'Unknown step')
    .max(most, 'Unknown step');

const unknownKey = (known: readonly string[], value: unknown) =>
  value !== null && typeof value === 'object' && Object.keys(value).some((key) => !known.includes(key));

// The other end of each range is sent along by the original client and narrows nothing.
const range = (ends: Record<'min' | 'max', ReturnType<typeof step>>) =>
  object(ends)
    .transform((value: unknown, original: unknown) => (isBlank(original) ? {} : value))
    .typeError('Unknown filter')
    .test(
      'known',
      'Unknown filter',
      (_value, { originalValue }) => !unknownKey(['min', 'max'], originalValue),
    );

const below = () => range({ min: step(0, 6), max: step(1, ANY_PRICE) });
const above = () => range({ min: step(ANY_MIN, 5), max: step(0, 6) });

const filterNames = [
  'msrp',
  'sellerPriceCents',
  'percentOffMsrp',
  'unitsAvailable',
  'packagingType',
  'category',
];

const noFilters = { msrp: {}, sellerPriceCents: {}, percentOffMsrp: {}, unitsAvailable: {} };

const filters = object({
  msrp: below(),
  sellerPriceCents: below(),
  percentOffMsrp: above(),
  unitsAvailable: above(),
  packagingType: string()
    .transform((value: unknown) => {
      const given = orNothing(value);
      if (typeof given !== 'string') return given;
      return given.trim().toLowerCase() === 'all' ? undefined : (readPackagingType(given) ?? given);
    })
    .typeError('Unknown packaging type')
    .oneOf(Object.keys(packagingLabels) as PackagingType[], 'Unknown packaging type'),
  category: string()
    .transform((value: unknown) => {
      const given = orNothing(value);
      return typeof given === 'string' ? (readCategory(given) ?? given) : given;
    })
    .typeError('Unknown category')
    .oneOf(Object.keys(categoryLabels) as Category[], 'Unknown category'),
})
  .transform((value: unknown, original: unknown) => (isBlank(original) ? noFilters : value))
  .typeError('Unknown filter')
  .test('known', 'Unknown filter', (_value, { originalValue }) => !unknownKey(filterNames, originalValue));

const tag = () => text(100);

const search = object({
  seller_id: number()
    .transform((value: unknown, original: unknown) => (isBlank(original) ? undefined : value))
    .typeError('must be an id')
    .integer()
    .min(1)
    .max(2_147_483_647),
  name: text(500).transform(orNothing),
  description: text(500).transform(orNothing),
  tags: array(tag().defined().nonNullable())
    .max(50)
    .transform((value: unknown, original: unknown) => {
      if (isBlank(original)) return [];
      if (typeof original === 'string') return [original];
      return Array.isArray(value) ? value.filter((item) => !isBlank(item)) : value;
    })
    .default([]),
}).transform((value: unknown, original: unknown) => (isBlank(original) ? { tags: [] } : value));

/** `POST /marketplace/products/search`. An unknown sort, filter or step is a 422. */
export const searchBody = object({
  page: number()
    .transform((value: unknown, original: unknown) => (isBlank(original) ? undefined : value))
    .integer()
    .min(1)
    .max(1_000_000_000)
    .default(1),
  /** `next_cursor` of the page before; stands in for `page`. */
  cursor: string().max(200).transform(orNothing),
  sort: string().transform(orNothing).oneOf(sorts, 'Unknown sort').default('newest'),
  filters,
  search,
});

export interface StepRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** What `searchBody` yields. */
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

/** What the answer says beside its products. */
export interface SearchFigures {
  /** Exact, under everything that was asked for. */
  count: number;
  total_pages: number;
  /** Exact, under everything but the category; staff's tags are categories, too, so the sum may pass `count`. */
  category_counts: CategoryCounts;
  /** The same without any tag: what a category, chosen in place of the tags, leads to. */
  without_tags: { count: number; category_counts: CategoryCounts };
  /** Null on the last page. */
  next_cursor: string | null;
  /** The words that were searched instead, where those asked for begin no word of any product. */
  corrected?: string;
}

/** The same while the counts are on their way. */
export interface Uncounted extends Pick<SearchFigures, 'next_cursor'> {
  count: null;
  total_pages: null;
  category_counts: null;
  without_tags: null;
  /** The place of what was listed last. */
  newest: string | null;
  corrected?: never;
}

/** More are not counted one by one. */
export const MAX_ARRIVALS = 1_000;

/** `POST /marketplace/products/arrivals`: `since` is the `newest` of an answer. */
export const arrivalsBody = searchBody.shape({
  since: string().max(200).nullable().default(null),
});
