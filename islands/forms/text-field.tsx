import { type ReactNode, useState } from 'react';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icon';
import { type Controlled, Field, frame } from './field';

interface TextFieldProps extends Controlled {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | undefined;
  autoComplete?: string | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  /** A prefix or suffix: "@", "in". */
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
  /** Shows a counter like "12/550". */
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

interface Option {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

interface SelectFieldProps extends Controlled {
  options: readonly Option[];
  autoComplete?: string | undefined;
  /** The empty option: "Choose a category". */
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
          autoComplete={props.autoComplete}
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
