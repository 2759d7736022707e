import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../ui/icon';
import type { FieldError } from './field';

interface CheckFieldProps {
  label: ReactNode;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: FieldError;
  /** For settings that take effect immediately. */
  asSwitch?: boolean | undefined;
  disabled?: boolean | undefined;
  labelHidden?: boolean | undefined;
}

export function CheckField(props: CheckFieldProps) {
  const { label, name, checked, onChange, error, asSwitch, disabled, labelHidden } = props;
  const id = useId();
  return (
    <div className={clsx('field', error && 'invalid')}>
      <span className={clsx('choice', asSwitch && 'switch')}>
        <input
          id={id}
          type="checkbox"
          role={asSwitch ? 'switch' : undefined}
          name={name}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
          {label}
        </label>
      </span>
      {error && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

interface RadioCardsProps {
  legend: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; hint?: string; icon?: IconName }[];
  error?: FieldError;
}

export function RadioCards({ legend, name, value, onChange, options, error }: RadioCardsProps) {
  const errorId = useId();
  return (
    <fieldset className="fieldset" aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      <div className="radio-cards">
        {options.map((option) => (
          <label key={option.value} className="radio-card">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            <span className="radio-card-title">{option.label}</span>
            {option.hint && <span className="muted small">{option.hint}</span>}
          </label>
        ))}
      </div>
      {error && (
        <span className="error" id={errorId}>
          {error}
        </span>
      )}
    </fieldset>
  );
}

interface RadioFieldProps {
  legend: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/** Few short choices on one line. */
export function RadioField({ legend, name, value, onChange, options }: RadioFieldProps) {
  const id = useId();
  return (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      <div className="row">
        {options.map((option) => (
          <span key={option.value} className="choice">
            <input
              id={`${id}-${option.value}`}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
          </span>
        ))}
      </div>
    </fieldset>
  );
}
