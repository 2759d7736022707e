/** Wire value → label, in the order of the facet bits (server/search/index/cells.ts). */
export const categoryLabels = {
  apparel: 'Apparel',
  beauty: 'Beauty',
  consumables: 'Consumables',
  footwear: 'Footwear',
  home: 'Home',
  pet: 'Pet',
  toys: 'Toys',
  'other category': 'Other Category',
} as const;

export type Category = keyof typeof categoryLabels;
export type CategoryLabel = (typeof categoryLabels)[Category];

export const packagingLabels = {
  retail_ready: 'Retail ready',
  ecommerce_ready: 'Ecommerce ready',
  'other packaging type': 'Other',
} as const;

export type PackagingType = keyof typeof packagingLabels;

const plain = (value: string) =>
  value
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ');

const categories = new Map(
  (Object.keys(categoryLabels) as Category[]).flatMap((category) => [[plain(category), category] as const]),
)
  .set('toy', 'toys')
  .set('miscellaneous', 'other category');

const packagings = new Map(
  (Object.keys(packagingLabels) as PackagingType[]).map((type) => [plain(type), type] as const),
).set('other', 'other packaging type');

export const readCategory = (value: string): Category | null => categories.get(plain(value)) ?? null;
export const readPackagingType = (value: string): PackagingType | null =>
  packagings.get(plain(value)) ?? null;

/** Staff's tag for featured products, a filter like a category. Tags are case-insensitive. */
export const TOP_SELLERS = 'Top Sellers';
