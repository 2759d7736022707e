import { formatUnits } from '../../../server/contract/money';

interface Choice {
  /** '' for all. */
  value: string;
  label: string;
  count?: number | undefined;
}

interface Props {
  label?: string | undefined;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

export const StatusPills = ({ label = 'Status', choices, value, onChange }: Props) => (
  <fieldset className="pills" aria-label={label}>
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={value === choice.value}
        onClick={() => onChange(choice.value)}
      >
        {choice.label}{' '}
        {choice.count !== undefined && <span className="count">{formatUnits(choice.count)}</span>}
      </button>
    ))}
  </fieldset>
);
