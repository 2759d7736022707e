import type { Db } from '../../../db/connection';
import { type Category, categoryLabels } from '../../contract/categories';
import { productsByTag } from '../text';
import { categoryCount, categoryIndex } from './facets';
import type { ListingIndex } from './listing-index';

/** Per category, in the order of the cells: the products that staff tagged into it. */
export type Curated = readonly Int32Array[];

const OTHER_NAMES: Partial<Record<Category, readonly string[]>> = {
  toys: ['Toy'],
  'other category': ['Miscellaneous'],
};

const categoryOfTag = new Map(
  (Object.keys(categoryLabels) as Category[]).flatMap((category) =>
    [category, categoryLabels[category], ...(OTHER_NAMES[category] ?? [])].map(
      (name) => [name.toLowerCase(), categoryIndex(category)] as const,
    ),
  ),
);

async function readCurated(db: Db): Promise<Curated> {
  const byTag = await productsByTag(db, [...categoryOfTag.keys()]);
  const sets = Array.from({ length: categoryCount }, () => new Set<number>());
  for (const [tag, ids] of byTag) for (const id of ids) sets[categoryOfTag.get(tag) ?? 0]?.add(id);
  return sets.map((set) => Int32Array.from(set));
}

interface Cached {
  readonly tagsVersion: number;
  readonly curated: Curated;
}

const cache = new WeakMap<ListingIndex, Cached>();

/** Returns null if the database must be queried. */
export function cachedCurated(known: ListingIndex): Curated | null {
  const cached = cache.get(known);
  return cached?.tagsVersion === known.tagsVersion ? cached.curated : null;
}

async function loadCurated(db: Db, index: ListingIndex): Promise<Curated> {
  // Read before the query, which sees at least these tags.
  const { tagsVersion } = index;
  const curated = await readCurated(db);
  cache.set(index, { tagsVersion, curated });
  return curated;
}

/** `known` is the index as last read, `fresh` the one being updated for this search. */
export async function findCurated(
  db: Db,
  known: ListingIndex | null,
  fresh: Promise<ListingIndex>,
): Promise<Curated> {
  if (known && !cachedCurated(known)) return loadCurated(db, known);
  const index = await fresh;
  return cachedCurated(index) ?? loadCurated(db, index);
}
