export const ownSorts = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  price_low: 'Lowest price',
  price_high: 'Highest price',
  units_low: 'Fewest units',
  units_high: 'Most units',
} as const;

export type OwnSort = keyof typeof ownSorts;
export const isOwnSort = (name: unknown): name is OwnSort =>
  typeof name === 'string' && Object.hasOwn(ownSorts, name);
