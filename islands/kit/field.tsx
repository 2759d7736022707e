import { type ReactNode, useId, useState } from 'react';
import { classes } from './classes';
import { Icon, type IconName } from './icon';

export interface A11y {
  id: string;
  name: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

type Error = string | false | null | undefined;

export interface FieldFrame {
  label: string;
  /** The wire name. */
  name: string;
  hint?: ReactNode;
  /** Shown under the control; falsy: none. */
  error?: Error;
  /** Says "(optional)" after the label. */
  optional?: boolean | undefined;
  /** The label is for screen readers alone, where the place says it: table cells. */
  labelHidden?: boolean | undefined;
}

interface FieldProps extends FieldFrame {
  children: (a11y: A11y) => ReactNode;
  /** Beside the error, at the right: a counter. */
  aside?: ReactNode;
}

/** Label, hint, control and error, tied together. */
export function Field({ label, name, hint, error, optional, labelHidden, children, aside }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = classes(hint ? hintId : null, error ? errorId : null);
  const a11y: A11y = {
    id,
    name,
    ...(error ? { 'aria-invalid': true as const } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
  };
  return (
    <div className={classes('field', error && 'invalid')}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
        {label} {optional && <span className="optional">(optional)</span>}
      </label>
      {hint && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
      {children(a11y)}
      <FieldFoot error={error} errorId={errorId} aside={aside} />
    </div>
  );
}

function FieldFoot({ error, errorId, aside }: { error: Error; errorId: string; aside: ReactNode }) {
  if (!error && !aside) return null;
  return (
    <div className="field-foot">
      {error && (
        <span className="error" id={errorId}>
          {error}
        </span>
      )}
      {aside}
    </div>
  );
}

interface Controlled extends FieldFrame {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

interface TextFieldProps extends Controlled {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | undefined;
  autoComplete?: string | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  /** Text before or after the input: "@", "in". */
  before?: string | undefined;
  after?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, type = 'text', before, after, autoFocus, disabled, required } = props;
  return (
    <Field {...frame(props)}>
      {(a11y) => {
        const input = (
          <input
            {...a11y}
            className="input"
            type={type}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            disabled={disabled}
            required={required}
            // biome-ignore lint/a11y/noAutofocus: only where a person has just opened the form
            autoFocus={autoFocus}
            autoComplete={props.autoComplete}
            inputMode={props.inputMode}
            placeholder={props.placeholder}
            maxLength={props.maxLength}
          />
        );
        if (!before && !after) return input;
        return (
          <div className="input-group">
            {before && <span className="affix">{before}</span>}
            {input}
            {after && (typeof after === 'string' ? <span className="affix">{after}</span> : after)}
          </div>
        );
      }}
    </Field>
  );
}

interface TextAreaProps extends Controlled {
  rows?: number | undefined;
  /** Shows "12/550". */
  most?: number | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { value, onChange, onBlur, rows = 4, most, disabled, required } = props;
  const counter = most && (
    <span className={classes('counter', value.length > most && 'over')}>
      {value.length}/{most}
    </span>
  );
  return (
    <Field {...frame(props)} aside={counter}>
      {(a11y) => (
        <textarea
          {...a11y}
          className="textarea"
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          disabled={disabled}
          required={required}
        />
      )}
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

interface SelectFieldProps extends Controlled {
  options: readonly Option[];
  /** The first, empty choice: "Choose a category". */
  placeholder?: string | undefined;
}

export function SelectField(props: SelectFieldProps) {
  const { value, onChange, onBlur, options, placeholder, disabled, required } = props;
  return (
    <Field {...frame(props)}>
      {(a11y) => (
        <select
          {...a11y}
          className="select"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          disabled={disabled}
          required={required}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const frame = ({ label, name, hint, error, optional, labelHidden }: FieldFrame): FieldFrame => ({
  label,
  name,
  hint,
  error,
  optional,
  labelHidden,
});

export function PasswordField(props: Controlled & { autoComplete: 'current-password' | 'new-password' }) {
  const { value, onChange, onBlur, autoComplete, disabled, required, autoFocus } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field {...frame(props)}>
      {(a11y) => (
        <div className="input-group">
          <input
            {...a11y}
            className="input"
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            disabled={disabled}
            required={required}
            // biome-ignore lint/a11y/noAutofocus: only where a person has just opened the form
            autoFocus={autoFocus}
          />
          <button
            type="button"
            className="button icon-only"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  label: ReactNode;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: Error;
  /** Looks like a switch: for what takes effect at once. */
  asSwitch?: boolean | undefined;
  disabled?: boolean | undefined;
  labelHidden?: boolean | undefined;
}

export function CheckField(props: CheckFieldProps) {
  const { label, name, checked, onChange, error, asSwitch, disabled, labelHidden } = props;
  const id = useId();
  return (
    <div className={classes('field', error && 'invalid')}>
      <span className={classes('choice', asSwitch && 'switch')}>
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
  error?: Error;
}

/** A choice between few, each a card; arrow keys move among them. */
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
