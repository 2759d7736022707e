import type { Db } from '../../../db/connection';
import { type Versioned, valueAt } from '../../cache/versioned';
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

/** The curated products of one index, read again after any change of tags. */
export class CuratedCache {
  private entry: Versioned<Curated> | null = null;

  constructor(
    private readonly db: Db,
    private readonly index: ListingIndex,
  ) {}

  /** Null if the database must be queried. */
  get cached(): Curated | null {
    return valueAt(this.entry, [this.index.tagsVersion]) ?? null;
  }

  async query(): Promise<Curated> {
    // Read before the query, which sees at least these tags.
    const versions = [this.index.tagsVersion];
    const value = await readCurated(this.db);
    this.entry = { versions, value };
    return value;
  }
}
