import { createLru, memoByVersion } from '../../cache/caches';
import {
  type Category,
  type CategoryLabel,
  categoryLabels,
  packagingLabels,
} from '../../contract/categories';
import { ANY_MIN, ANY_PRICE, type CategoryCounts, type SearchQuery } from '../contract';

// A cell packs six digits: the steps of MSRP, asking price, percent off and units, the packaging, the category.
// SQL's listing_cell packs the same order.
export const STEPS = 6;
const labels = Object.values(categoryLabels) as CategoryLabel[];
const categories = Object.keys(categoryLabels);
const packagings = Object.keys(packagingLabels);
const CATEGORIES = categories.length;

export const FACET_COMBINATIONS = STEPS ** 4 * packagings.length * CATEGORIES;

export const categoryOf = (cell: number) => cell % CATEGORIES;
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
export const stepLimits = (filters: Filters) => ({
  msrpEnd: filters.msrp.max ?? ANY_PRICE,
  priceEnd: filters.sellerPriceCents.max ?? ANY_PRICE,
  // The first bucket is above 90 %, the last is 50 % and less.
  percentEnd: filters.percentOffMsrp.min || STEPS,
  unitsStart: filters.unitsAvailable.min ?? ANY_MIN,
  packaging: filters.packagingType === undefined ? null : packagings.indexOf(filters.packagingType),
});

function buildFacetMask(filters: Filters): Uint8Array {
  const cells = new Uint8Array(FACET_COMBINATIONS);
  const { msrpEnd, priceEnd, percentEnd, unitsStart, packaging } = stepLimits(filters);
  for (let m = 0; m < msrpEnd; m++)
    for (let p = 0; p < priceEnd; p++)
      for (let o = 0; o < percentEnd; o++)
        for (let u = unitsStart; u < STEPS; u++)
          for (let k = 0; k < packagings.length; k++) {
            if (packaging !== null && packaging !== k) continue;
            const first = ((((m * STEPS + p) * STEPS + o) * STEPS + u) * packagings.length + k) * CATEGORIES;
            cells.fill(1, first, first + CATEGORIES);
          }
  return cells;
}

function within(cells: Uint8Array, wanted: readonly string[]) {
  const indexes = new Set(wanted.map((category) => categories.indexOf(category)));
  return cells.map((is, cell) => (is && indexes.has(categoryOf(cell)) ? 1 : 0));
}

const MAX_MASKS = 128;

export function facetMasks() {
  const masks = createLru<string, Uint8Array>({ max: MAX_MASKS });

  function cached(key: string, make: () => Uint8Array): Uint8Array {
    const mask = masks.get(key) ?? make();
    masks.set(key, mask);
    return mask;
  }

  /** 1 for each cell that passes. Read-only; the identical array while cached. */
  return (filters: Filters, wanted: readonly string[] | null = null): Uint8Array => {
    const { msrp, sellerPriceCents, percentOffMsrp, unitsAvailable, packagingType } = filters;
    const steps = [
      msrp.max,
      sellerPriceCents.max,
      percentOffMsrp.min,
      unitsAvailable.min,
      packagingType,
    ].join();
    const all = cached(steps, () => buildFacetMask(filters));
    return wanted ? cached(`${steps} of ${wanted.join()}`, () => within(all, wanted)) : all;
  };
}

export const countsByLabel = (counts: Int32Array): CategoryCounts =>
  Object.fromEntries(labels.map((label, index) => [label, counts[index] ?? 0])) as CategoryCounts;

export const noCounts = () => new Int32Array(CATEGORIES);

/** What one step of each digit adds to a cell. */
export const UNIT = {
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

/** A block that shares no bit with one of these masks has no match. */
function blockFilter(cells: Uint8Array): readonly number[] {
  let bits = 0;
  for (let cell = 0; cell < FACET_COMBINATIONS; cell++) if (cells[cell]) bits |= traits[cell] ?? 0;
  return GROUPS.map(({ values, shift }) => bits & (((1 << values) - 1) << shift));
}

export function blockFilters() {
  const filters = memoByVersion<Uint8Array, readonly number[]>();
  return (cells: Uint8Array) => filters(cells, [], () => blockFilter(cells));
}
