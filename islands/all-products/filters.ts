import { type Category, categoryLabels, packagingLabels } from '../../server/contract/categories';
import { formatUnits } from '../../server/contract/money';
import {
  ANY_MIN,
  ANY_PRICE,
  conditionFacets,
  type FacetCounts,
  percentBounds,
  priceBounds,
  regionFacets,
  type SearchFigures,
  unitsBounds,
} from '../../server/search/contract';
import { EVERYTHING, type ListingState } from '../../server/search/rules';

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
  /** Checkboxes: any number of values, none for all. */
  isMultiple?: boolean;
  /** Short values, side by side. */
  isCompact?: boolean;
  /** Closed at first. */
  isRare?: boolean;
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

const facetChoices = (
  labels: Readonly<Record<string, string>>,
  counts: Readonly<Record<string, number>> | undefined,
) =>
  Object.entries(labels).map(([value, label]) => ({
    value,
    label,
    ...(counts && { count: counts[value] ?? 0 }),
  }));

export interface FilterCounts {
  categories?: SearchFigures['without_tags'] | undefined;
  conditions?: FacetCounts['condition_counts'] | undefined;
  regions?: FacetCounts['region_counts'] | undefined;
}

export const filterGroups = ({ categories, conditions, regions }: FilterCounts): readonly FilterGroup[] => [
  { legend: 'Category', name: 'filter', choices: categoryChoices(categories), isRare: true },
  { legend: 'Price', name: 'price', choices: priceChoices, isCompact: true },
  { legend: 'MSRP', name: 'msrp', choices: priceChoices, isCompact: true, isRare: true },
  { legend: '% Off MSRP', name: 'percent_off', choices: percentChoices, isCompact: true },
  { legend: 'Units Available', name: 'units_available', choices: unitsChoices, isCompact: true },
  { legend: 'Packaging', name: 'packaging', choices: packagingChoices, isRare: true },
  {
    legend: 'Condition',
    name: 'condition',
    choices: facetChoices(conditionFacets, conditions),
    isMultiple: true,
  },
  {
    legend: 'Ships From',
    name: 'ships_from',
    choices: facetChoices(regionFacets, regions),
    isMultiple: true,
  },
];

const valuesOf = (state: ListingState, name: FilterGroup['name']) => [state[name] ?? ''].flat().map(String);

export const isChosen = (state: ListingState, { name }: FilterGroup, value: string) =>
  valuesOf(state, name).includes(value);

/** The labels of the values in force. */
export const chosenText = (state: ListingState, group: FilterGroup) =>
  group.choices
    .filter(({ value }) => isChosen(state, group, value))
    .map(({ label }) => label)
    .join(', ') || 'Any';

/** The change that choosing a value makes; a checkbox that is chosen already is cleared. */
export function chosen(state: ListingState, { name, isMultiple, choices }: FilterGroup, value: string) {
  const part = (of: unknown) => ({ [name]: of }) as Partial<ListingState>;
  if (isMultiple) {
    const wanted = valuesOf(state, name).includes(value);
    const values = choices
      .map((choice) => choice.value)
      .filter((other) => (other === value ? !wanted : valuesOf(state, name).includes(other)));
    return part(values.length > 0 ? values : undefined);
  }
  if (name === 'filter') return part(value);
  if (name === 'packaging') return part(value === '' ? null : value);
  return part(Number(value));
}

export interface Applied {
  name: FilterGroup['name'];
  label: string;
  /** The label without what the filter is called. */
  value: string;
  /** The state without this filter. */
  without: Partial<ListingState>;
}

/** The active filters as chips, including staff tags that are in no group. */
export const appliedFilters = (state: ListingState): Applied[] =>
  filterGroups({}).flatMap((group) =>
    group.isMultiple ? appliedOf(state, group) : appliedOne(state, group),
  );

const appliedOf = (state: ListingState, group: FilterGroup): Applied[] =>
  group.choices
    .filter(({ value }) => isChosen(state, group, value))
    .map(({ value, label }) => ({
      name: group.name,
      label: `${group.legend}: ${label}`,
      value: label,
      without: chosen(state, group, value),
    }));

function appliedOne(state: ListingState, { name, legend, choices }: FilterGroup): Applied[] {
  const nothing = EVERYTHING[name];
  const [value = ''] = valuesOf(state, name);
  if (value === String(nothing ?? '')) return [];
  const label = choices.find((choice) => choice.value === value)?.label ?? value;
  return [
    {
      name,
      label: name === 'filter' ? label : `${legend} ${label}`,
      value: label,
      without: { [name]: nothing },
    },
  ];
}

export const shopCategories = ['apparel', 'beauty', 'consumables', 'toys', 'home', 'pet'] as const;

/** Everything but the search text and the sort order. */
export const resetFilters = (): Partial<ListingState> => {
  const { query, sort, ...filters } = EVERYTHING;
  return filters;
};
