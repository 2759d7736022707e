import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface A11y {
  id: string;
  name: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

export type FieldError = string | false | null | undefined;

export interface FieldFrame {
  label: string;
  name: string;
  hint?: ReactNode;
  error?: FieldError;
  optional?: boolean | undefined;
  /** Below the input while there is no error: bounds, or what the value means. */
  note?: ReactNode;
  /** For places that already show the label, such as table cells. */
  labelHidden?: boolean | undefined;
}

interface FieldProps extends FieldFrame {
  children: (a11y: A11y) => ReactNode;
  /** Right of the error, such as a counter. */
  aside?: ReactNode;
}

export function Field(props: FieldProps) {
  const { label, name, hint, error, optional, note, labelHidden, children, aside } = props;
  const id = useId();
  const hintId = `${id}-hint`;
  const footId = `${id}-foot`;
  const foot = error || note;
  const described = clsx(hint ? hintId : null, foot ? footId : null);
  const a11y: A11y = {
    id,
    name,
    ...(error ? { 'aria-invalid': true as const } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
  };
  return (
    <div className={clsx('field', error && 'invalid')}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
        {label} {optional && <span className="optional">(optional)</span>}
      </label>
      {hint && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
      {children(a11y)}
      <FieldFoot error={error} note={note} footId={footId} aside={aside} />
    </div>
  );
}

interface FieldFootProps extends Pick<FieldProps, 'error' | 'note' | 'aside'> {
  footId: string;
}

function FieldFoot({ error, note, footId, aside }: FieldFootProps) {
  if (!error && !note && !aside) return null;
  return (
    <div className="field-foot">
      {(error || note) && (
        <span className={error ? 'error' : 'hint'} id={footId}>
          {error || note}
        </span>
      )}
      {aside}
    </div>
  );
}

export interface Controlled extends FieldFrame {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  /** Of a dialog that has just opened. */
  autoFocus?: boolean | undefined;
}

export const frame = ({ label, name, hint, error, optional, note, labelHidden }: FieldFrame): FieldFrame => ({
  label,
  name,
  hint,
  error,
  optional,
  note,
  labelHidden,
});

interface TextFieldProps extends Controlled {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'datetime-local' | undefined;
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
      {(a11y) => (
        // The same tree with and without affixes: one that comes while typing keeps the focus.
        <div className={before || after ? 'input-group' : 'input-alone'}>
          {before && <span className="affix">{before}</span>}
          <input
            {...a11y}
            className="input"
            type={type}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            disabled={disabled}
            required={required}
            data-autofocus={autoFocus}
            autoComplete={props.autoComplete}
            inputMode={props.inputMode}
            placeholder={props.placeholder}
            maxLength={props.maxLength}
          />
          {after && (typeof after === 'string' ? <span className="affix">{after}</span> : after)}
        </div>
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
