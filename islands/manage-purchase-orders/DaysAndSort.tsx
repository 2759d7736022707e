import type { ListSort } from '../../server/lists/contract';
import { WRONG_ORDER } from '../../server/lists/rules';
import { SelectField, TextField } from '../forms/field';

interface DaysAndSortValues {
  from: string;
  to: string;
  sort: string;
}

interface Props {
  asked: DaysAndSortValues;
  onAsk: (change: Partial<DaysAndSortValues>) => void;
}

const SORTS: readonly { value: ListSort | ''; label: string }[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'total_desc', label: 'Highest total first' },
  { value: 'expires', label: 'Payment due first' },
];

/** Days of creation, in UTC like all sums, and the order of the list. */
export const DaysAndSort = ({ asked: { from, to, sort }, onAsk }: Props) => (
  <>
    <TextField label="From" name="from" type="date" value={from} onChange={(day) => onAsk({ from: day })} />
    <TextField
      label="To"
      name="to"
      type="date"
      value={to}
      error={from !== '' && to !== '' && from > to && WRONG_ORDER}
      onChange={(day) => onAsk({ to: day })}
    />
    <SelectField
      label="Sort orders"
      name="sort"
      value={sort}
      onChange={(chosen) => onAsk({ sort: chosen })}
      options={SORTS}
    />
  </>
);
