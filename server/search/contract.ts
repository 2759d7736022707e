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

/** Cents: `max` 1 … 5 mean below this much, 6 means any. */
export const priceBounds = [500, 1_000, 1_500, 2_000, 3_000] as const;
export const ANY_PRICE = 6;
/** `min` 1 … 5 mean above so many percent or units, 0 means any. */
export const percentBounds = [90, 80, 70, 60, 50] as const;
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

const unknownKey = (allowed: readonly string[], value: unknown) =>
  value !== null && typeof value === 'object' && Object.keys(value).some((key) => !allowed.includes(key));

// The original client also sends the other end of each range; it is ignored.
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
    .typeError('Enter a numeric ID')
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

export const searchBody = object({
  page: number()
    .transform((value: unknown, original: unknown) => (isBlank(original) ? undefined : value))
    .integer()
    .min(1)
    .max(1_000_000_000)
    .default(1),
  /** `next_cursor` of the previous page; replaces `page`. */
  cursor: string().max(200).transform(orNothing),
  sort: string().transform(orNothing).oneOf(sorts, 'Unknown sort').default('newest'),
  filters,
  search,
});

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

/** `since` is the `newest` of a previous response. */
export const arrivalsBody = searchBody.shape({
  since: string().max(200).nullable().default(null),
});
