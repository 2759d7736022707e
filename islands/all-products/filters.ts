import {
  type Category,
  categoryLabels,
  packagingLabels,
  readCategory,
} from '../../server/contract/categories';
import { formatUnits } from '../../server/contract/money';
import { EVERYTHING, type ListingState } from '../../server/search/address-contract';
import {
  ANY_MIN,
  ANY_PRICE,
  percentBounds,
  priceBounds,
  type SearchFigures,
  unitsBounds,
} from '../../server/search/contract';

export interface Choice {
  /** The value of the radio button and in the address. */
  value: string;
  label: string;
  count?: number;
}

export interface FilterGroup {
  legend: string;
  /** The name of the field, in the state and in the address. */
  name: keyof ListingState & string;
  choices: readonly Choice[];
}

const priceChoices: Choice[] = [
  { value: String(ANY_PRICE), label: 'Any' },
  ...priceBounds.map((cents, index) => ({ value: String(index + 1), label: `<$${cents / 100}` })),
];

const percentChoices: Choice[] = [
  { value: String(ANY_MIN), label: 'Any' },
  ...percentBounds.map((percent, index) => ({ value: String(index + 1), label: `>${percent}%` })),
];

const unitsChoices: Choice[] = [
  { value: String(ANY_MIN), label: 'Any' },
  ...unitsBounds.map((units, index) => ({ value: String(index + 1), label: `>${formatUnits(units)}` })),
];

const packagingChoices: Choice[] = [
  { value: '', label: 'All' },
  ...Object.entries(packagingLabels).map(([value, label]) => ({ value, label })),
];

const ALL_PRODUCTS = 'All Products';

const categoryChoices = (counts: SearchFigures['without_tags'] | undefined): Choice[] => [
  {
    value: '',
    label: ALL_PRODUCTS,
    ...(counts && { count: counts.count }),
  },
  ...(Object.keys(categoryLabels) as Category[]).map((category) => {
    const label = categoryLabels[category];
    return { value: category, label, ...(counts && { count: counts.category_counts[label] }) };
  }),
];

export const filterGroups = (counts: SearchFigures['without_tags'] | undefined): readonly FilterGroup[] => [
  { legend: 'Category', name: 'filter', choices: categoryChoices(counts) },
  { legend: 'Price', name: 'price', choices: priceChoices },
  { legend: 'MSRP', name: 'msrp', choices: priceChoices },
  { legend: '% Off MSRP', name: 'percent_off', choices: percentChoices },
  { legend: 'Units Available', name: 'units_available', choices: unitsChoices },
  { legend: 'Packaging', name: 'packaging', choices: packagingChoices },
];

export function chosen(name: FilterGroup['name'], value: string): Partial<ListingState> {
  if (name === 'filter') return { filter: value };
  if (name === 'packaging') return { packaging: value === '' ? null : (value as ListingState['packaging']) };
  return { [name]: Number(value) };
}

export const chosenOf = (state: ListingState, name: FilterGroup['name']) => String(state[name] ?? '');

export interface Applied {
  name: FilterGroup['name'];
  label: string;
  /** The state without this filter. */
  without: Partial<ListingState>;
}

/** The active filters as chips, including staff tags that are in no group. */
export function appliedFilters(state: ListingState): Applied[] {
  const { query, sort, ...nothing } = EVERYTHING;
  return filterGroups(undefined).flatMap(({ name, legend, choices }) => {
    const value = chosenOf(state, name);
    const without = { [name]: nothing[name as keyof typeof nothing] };
    if (value === String(nothing[name as keyof typeof nothing] ?? '')) return [];
    const label = choices.find((choice) => choice.value === value)?.label ?? value;
    return [{ name, label: name === 'filter' ? label : `${legend} ${label}`, without }];
  });
}

export const shopCategories = ['apparel', 'beauty', 'consumables', 'toys', 'home', 'pet'] as const;

export const isCategory = (filter: string, category: Category) => readCategory(filter) === category;

/** Everything but the search text and the sort order. */
export const resetFilters = (): Partial<ListingState> => {
  const { query, sort, ...filters } = EVERYTHING;
  return filters;
};
