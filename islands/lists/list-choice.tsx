import { formatUnits } from '../../server/contract/money';
import { SelectField } from '../forms/field';

interface Choice {
  /** '' for all. */
  value: string;
  label: string;
  count?: number | undefined;
}

interface Props {
  /** Shown in the sheet alone. */
  label: string;
  name: string;
  options: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

const textOf = ({ label, count }: Choice) =>
  count === undefined ? label : `${label} (${formatUnits(count)})`;

/** A choice among a list's filters, with the number of rows of each option. */
export const ListChoice = ({ options, ...field }: Props) => (
  <SelectField
    {...field}
    options={options.map((option) => ({ value: option.value, label: textOf(option) }))}
  />
);
