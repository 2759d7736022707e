import { type Category, categoryLabels } from '../../contract/categories';
import { categoryIndex } from './facets';

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
