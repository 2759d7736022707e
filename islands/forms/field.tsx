import { type ReactNode, useId } from 'react';
import { classes } from '../ui/classes';

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
  /** For places that already show the label, such as table cells. */
  labelHidden?: boolean | undefined;
}

interface FieldProps extends FieldFrame {
  children: (a11y: A11y) => ReactNode;
  /** Right of the error, such as a counter. */
  aside?: ReactNode;
}

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

function FieldFoot({ error, errorId, aside }: { error: FieldError; errorId: string; aside: ReactNode }) {
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

export interface Controlled extends FieldFrame {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

export const frame = ({ label, name, hint, error, optional, labelHidden }: FieldFrame): FieldFrame => ({
  label,
  name,
  hint,
  error,
  optional,
  labelHidden,
});
