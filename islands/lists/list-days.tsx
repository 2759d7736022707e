import { WRONG_ORDER } from '../../server/lists/rules';
import { TextField } from '../forms/field';
import type { AppliedFilter } from './list-toolbar';

/** Inclusive days in UTC; '' for no bound. */
interface Days {
  from: string;
  to: string;
}

interface Props extends Days {
  onChange: (change: Partial<Days>) => void;
}

/** The days of a list, among its fields; sums are in UTC, too. */
export const ListDays = ({ from, to, onChange }: Props) => (
  <>
    <TextField
      label="From"
      name="from"
      type="date"
      value={from}
      onChange={(day) => onChange({ from: day })}
    />
    <TextField
      label="To"
      name="to"
      type="date"
      value={to}
      hint="Days in UTC"
      error={from !== '' && to !== '' && from > to && WRONG_ORDER}
      onChange={(day) => onChange({ to: day })}
    />
  </>
);

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

export const appliedDays = ({ from, to, onChange }: Props): AppliedFilter[] => [
  ...(from ? [{ label: `From ${date.format(new Date(from))}`, onRemove: () => onChange({ from: '' }) }] : []),
  ...(to ? [{ label: `To ${date.format(new Date(to))}`, onRemove: () => onChange({ to: '' }) }] : []),
];
