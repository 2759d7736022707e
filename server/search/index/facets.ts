import { createLru } from '../../cache/lru';
import { type CategoryLabel, categoryLabels, packagingLabels } from '../../contract/categories';
import { ANY_MIN, ANY_PRICE, type CategoryCounts, type SearchQuery } from '../contract';

/**
 * A cell packs six digits: the steps of MSRP, asking price, percent off and units, the packaging, the category.
 * Filters select cells. SQL's listing_cell packs the same order.
 */
const STEPS = 6;
const labels = Object.values(categoryLabels) as CategoryLabel[];
const categories = Object.keys(categoryLabels);
const packagings = Object.keys(packagingLabels);
const CATEGORIES = categories.length;

export const FACET_COMBINATIONS = STEPS ** 4 * packagings.length * CATEGORIES;

export const categoryOf = (cell: number) => cell % CATEGORIES;
export const categoryIndex = (category: string) => categories.indexOf(category);
export const categoryCount = CATEGORIES;

type Filters = SearchQuery['filters'];

/** 1 for each cell that passes all filters but the category, which is the last digit. */
function buildFacetMask({
  msrp,
  sellerPriceCents,
  percentOffMsrp,
  unitsAvailable,
  packagingType,
}: Filters): Uint8Array {
  const cells = new Uint8Array(FACET_COMBINATIONS);
  // The first bucket lies below the first bound; only "any" includes the last.
  const msrpEnd = msrp.max ?? ANY_PRICE;
  const priceEnd = sellerPriceCents.max ?? ANY_PRICE;
  // The first bucket is above 90 %, the last is 50 % and less.
  const percentEnd = percentOffMsrp.min || STEPS;
  const unitsStart = unitsAvailable.min ?? ANY_MIN;
  const packaging = packagingType === undefined ? null : packagings.indexOf(packagingType);
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

/** Caches the masks of recent filters. */
export function facetMasks() {
  const masks = createLru<string, Uint8Array>({ max: MAX_MASKS });

  function cached(key: string, make: () => Uint8Array): Uint8Array {
    const mask = masks.get(key) ?? make();
    masks.set(key, mask);
    return mask;
  }

  /**
   * 1 for each cell that passes the filters, of any category or of the given ones. Returns the identical array
   * while cached; read-only.
   */
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
