import { Icon, type IconName } from './icon';

interface Choice<Value> {
  value: Value;
  label: string;
  /** In place of the label, which screen readers read. */
  icon?: IconName | undefined;
}

interface Props<Value> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few short choices, all in view. */
export const SegmentedControl = <Value extends string | number>({
  label,
  choices,
  value,
  onChange,
}: Props<Value>) => (
  <fieldset className="segmented" aria-label={label}>
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        aria-label={choice.icon && choice.label}
        title={choice.icon && choice.label}
        onClick={() => onChange(choice.value)}
      >
        {choice.icon ? <Icon name={choice.icon} /> : choice.label}
      </button>
    ))}
  </fieldset>
);
