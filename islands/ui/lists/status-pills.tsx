interface Choice {
  /** '' for all. */
  value: string;
  label: string;
  count?: number | undefined;
}

interface Props {
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

export const StatusPills = ({ choices, value, onChange }: Props) => (
  <fieldset className="pills" aria-label="Status">
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={value === choice.value}
        onClick={() => onChange(choice.value)}
      >
        {choice.label} {choice.count !== undefined && <span className="count">{choice.count}</span>}
      </button>
    ))}
  </fieldset>
);
