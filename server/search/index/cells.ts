import { createLru } from '../../cache/caches';
import { type Category, categoryLabels, packagingLabels } from '../../contract/categories';
import { ANY_MIN, ANY_PRICE, type SearchQuery } from '../contract';

// A cell packs six digits: the steps of MSRP, asking price, percent off and units, the packaging, the category.
// SQL's listing_cell packs the same order.
const STEPS = 6;
export const categories = Object.keys(categoryLabels);
const packagings = Object.keys(packagingLabels);
const CATEGORIES = categories.length;

export const FACET_COMBINATIONS = STEPS ** 4 * packagings.length * CATEGORIES;

export const categoryOf = (cell: number) => cell % CATEGORIES;
const packagingOf = (cell: number) => Math.floor(cell / UNIT.packaging) % packagings.length;
export const categoryIndex = (category: string) => categories.indexOf(category);
export const categoryCount = CATEGORIES;

const OTHER_NAMES: Partial<Record<Category, readonly string[]>> = {
  toys: ['Toy'],
  'other category': ['Miscellaneous'],
};

/** Staff's tags in lower case that name a category, each with its index. */
export const categoryOfTag: ReadonlyMap<string, number> = new Map(
  (Object.keys(categoryLabels) as Category[]).flatMap((category) =>
    [category, categoryLabels[category], ...(OTHER_NAMES[category] ?? [])].map(
      (name) => [name.toLowerCase(), categoryIndex(category)] as const,
    ),
  ),
);

type Filters = SearchQuery['filters'];

/** Ends are exclusive; `packaging` is null where any will do. */
const stepLimits = (filters: Filters) => ({
  msrpEnd: filters.msrp.max ?? ANY_PRICE,
  priceEnd: filters.sellerPriceCents.max ?? ANY_PRICE,
  // The first bucket is above 90 %, the last is 50 % and less.
  percentEnd: filters.percentOffMsrp.min || STEPS,
  unitsStart: filters.unitsAvailable.min ?? ANY_MIN,
  packaging: filters.packagingType === undefined ? null : packagings.indexOf(filters.packagingType),
});

/** What one step of each digit adds to a cell. */
const UNIT = {
  packaging: CATEGORIES,
  units: CATEGORIES * packagings.length,
  percent: CATEGORIES * packagings.length * STEPS,
  price: CATEGORIES * packagings.length * STEPS ** 2,
  msrp: CATEGORIES * packagings.length * STEPS ** 3,
} as const;

/** A cell's digits as 32 bits, one group each. Packaging is left out: evenly spread, it would skip no block. */
const GROUPS = [
  { values: 8, shift: 0, unit: 1 },
  { values: 6, shift: 8, unit: UNIT.units },
  { values: 6, shift: 14, unit: UNIT.percent },
  { values: 6, shift: 20, unit: UNIT.price },
  { values: 6, shift: 26, unit: UNIT.msrp },
] as const;

const traits = Int32Array.from({ length: FACET_COMBINATIONS }, (_none, cell) =>
  GROUPS.reduce(
    (bits, { values, shift, unit }) => bits | (1 << (shift + (Math.floor(cell / unit) % values))),
    0,
  ),
);

export const facetBits = (cell: number): number => traits[cell] ?? 0;

/** Whether there is one of the bits of each mask. */
export function hasOfEach(bits: number, masks: readonly number[]): boolean {
  for (const mask of masks) if ((bits & mask) === 0) return false;
  return true;
}

/** The values from `start` to before `end`. */
const bitsBetween = (start: number, end: number) => ((1 << end) - 1) & ~((1 << start) - 1);

const ALL_STEPS = bitsBetween(0, STEPS);

export interface CellFilter {
  /** Whether steps or the packaging matter, not the category alone. */
  readonly hasSteps: boolean;
  readonly passesAll: boolean;
  /** 1 for each cell that passes. */
  readonly passing: Uint8Array;
  /** A block of ids that shares no bit with one of these masks has no match. */
  readonly bits: readonly number[];
}

function cellFilter(filters: Filters, wanted: readonly string[]): CellFilter {
  const { msrpEnd, priceEnd, percentEnd, unitsStart, packaging } = stepLimits(filters);
  const values = [
    wanted.reduce((bits, category) => bits | (1 << categoryIndex(category)), 0),
    bitsBetween(unitsStart, STEPS),
    bitsBetween(0, percentEnd),
    bitsBetween(0, priceEnd),
    bitsBetween(0, msrpEnd),
  ];
  const bits = GROUPS.map(({ shift }, group) => (values[group] ?? 0) << shift);
  const others = ~bits.reduce((all, mask) => all | mask, 0);
  const passing = new Uint8Array(FACET_COMBINATIONS);
  for (let cell = 0; cell < FACET_COMBINATIONS; cell++)
    if ((facetBits(cell) & others) === 0 && (packaging === null || packagingOf(cell) === packaging))
      passing[cell] = 1;
  const hasSteps = packaging !== null || values.slice(1).some((steps) => steps !== ALL_STEPS);
  return { hasSteps, passesAll: !hasSteps && wanted.length === CATEGORIES, passing, bits };
}

const MAX_FILTERS = 128;

/** Of the steps, the packaging and some categories. Caches the latest ones. */
export function cellFilters() {
  const cached = createLru<string, CellFilter>({ max: MAX_FILTERS });
  return (filters: Filters, wanted: readonly string[] = categories): CellFilter => {
    const key = `${Object.values(stepLimits(filters))} of ${wanted}`;
    const filter = cached.get(key) ?? cellFilter(filters, wanted);
    cached.set(key, filter);
    return filter;
  };
}
