import { clsx } from 'clsx';
import { useId } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { ListingState } from '../../server/search/rules';
import { Count } from '../ui/badge';
import { Icon } from '../ui/icon';
import {
  appliedFilters,
  type Choice,
  chosen,
  chosenText,
  type FilterCounts,
  type FilterGroup,
  filterGroups,
  isChosen,
} from './filters';

interface FilterPanelProps {
  state: ListingState;
  counts: FilterCounts;
  onChange: (part: Partial<ListingState>) => void;
}

/** All filters, as a form that also works without JavaScript. Not a formik form: its values are the address. */
export function FilterPanel({ state, counts, onChange }: FilterPanelProps) {
  return (
    <form action={state.query === '' ? '/all_products' : '/all_products/search'} method="get">
      {state.query !== '' && <input type="hidden" name="query" value={state.query} />}
      {filterGroups(counts).map((group) => (
        <Group
          key={group.name}
          group={group}
          state={state}
          onChange={(value) => onChange(chosen(state, group, value))}
        />
      ))}
      <button type="submit" className="button block scriptless">
        Apply Filters
      </button>
    </form>
  );
}

interface GroupProps {
  group: FilterGroup;
  state: ListingState;
  onChange: (value: string) => void;
}

/** Closed, it shows its value beside its name. One without any product is closed, too. */
function Group({ group, state, onChange }: GroupProps) {
  const { legend, name, choices, isMultiple = false, isCompact, isRare } = group;
  const id = useId();
  const isApplied = appliedFilters(state).some((applied) => applied.name === name);
  const isEmpty = choices.every(({ value, count }) => count === 0 && !isChosen(state, group, value));
  return (
    <details className="disclosure filter-group" open={!isRare && !isEmpty}>
      <summary className="disclosure-button">
        <span id={id}>{legend}</span>
        <span className={clsx('filter-value', isApplied && 'applied')}>{chosenText(state, group)}</span>
        <Icon name="chevron-down" />
      </summary>
      <fieldset className={clsx('filter-options', isCompact && 'compact')} aria-labelledby={id}>
        {choices.map((choice) => (
          <FilterOption
            key={choice.value}
            name={name}
            choice={choice}
            type={isMultiple ? 'checkbox' : 'radio'}
            checked={isChosen(state, group, choice.value)}
            onChoose={() => onChange(choice.value)}
          />
        ))}
      </fieldset>
    </details>
  );
}

interface FilterOptionProps {
  name: string;
  choice: Choice;
  type: 'radio' | 'checkbox';
  checked: boolean;
  onChoose: () => void;
}

function FilterOption({ name, choice: { value, label, count }, type, checked, onChoose }: FilterOptionProps) {
  const id = useId();
  return (
    <label className={clsx('filter-option', count === 0 && 'zero')} htmlFor={id}>
      <input id={id} type={type} name={name} value={value} checked={checked} onChange={onChoose} />
      <span>{label}</span>
      {count !== undefined && <Count value={formatUnits(count)} />}
    </label>
  );
}
