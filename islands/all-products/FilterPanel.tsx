import { clsx } from 'clsx';
import { useId } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { ListingState } from '../../server/search/rules';
import { Count } from '../ui/badge';
import { type Choice, chosen, type FilterCounts, type FilterGroup, filterGroups, isChosen } from './filters';

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
          isChosen={(value) => isChosen(state, group, value)}
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
  isChosen: (value: string) => boolean;
  onChange: (value: string) => void;
}

function Group({ group: { legend, name, choices, isMultiple = false }, isChosen, onChange }: GroupProps) {
  return (
    <fieldset className="filter-group">
      <legend>{legend}</legend>
      <div>
        {choices.map((choice) => (
          <FilterOption
            key={choice.value}
            name={name}
            choice={choice}
            type={isMultiple ? 'checkbox' : 'radio'}
            checked={isChosen(choice.value)}
            onChoose={() => onChange(choice.value)}
          />
        ))}
      </div>
    </fieldset>
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
