import { clsx } from 'clsx';
import { type Controlled, Field, frame } from './field';

interface TextAreaProps extends Controlled {
  rows?: number | undefined;
  /** Shows a counter like "12/550". */
  most?: number | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { value, onChange, onBlur, rows = 4, most, disabled, required } = props;
  const counter = most && (
    <span className={clsx('counter', value.length > most && 'over')}>
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
