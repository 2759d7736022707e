import type { ReactNode } from 'react';
import { IconButton } from '../ui/button';
import { classes } from '../ui/classes';
import { Field, type FieldFrame } from './field';
import { keepDigits, showUnits } from './number-input';

interface QuantityFieldProps extends FieldFrame {
  /** Digits: units exceed 2^53. */
  value: string;
  onValue: (digits: string) => void;
  /** Added or subtracted by + and −; digits. */
  step?: string | undefined;
  steps?: boolean | undefined;
  /** Instead of adding the step: the digits that + and − lead to. */
  stepTo?: ((direction: 1n | -1n) => string) | undefined;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  small?: boolean | undefined;
}

interface StepButtonsProps {
  label: string;
  step: string;
  value: string;
  disabled: boolean | undefined;
  by: (direction: 1n | -1n) => void;
  children: ReactNode;
}

const StepButtons = ({ label, step, value, disabled, by, children }: StepButtonsProps) => (
  <div className="number-steps">
    <IconButton
      icon="minus"
      tone="quiet"
      label={`${label}: decrease by ${step}`}
      onClick={() => by(-1n)}
      disabled={disabled || BigInt(value || '0') <= 0n}
    />
    {children}
    <IconButton
      icon="plus"
      tone="quiet"
      label={`${label}: increase by ${step}`}
      onClick={() => by(1n)}
      disabled={disabled}
    />
  </div>
);

/** Whole units with thousands separators; commas may be typed. */
export function QuantityField(props: QuantityFieldProps) {
  const { value, onValue, step = '1', steps, stepTo, onBlur, disabled, small, ...frame } = props;
  const by = (direction: 1n | -1n) => {
    if (stepTo) return onValue(stepTo(direction));
    const next = BigInt(value || '0') + direction * BigInt(step);
    onValue(next > 0n ? String(next) : '0');
  };
  return (
    <Field {...frame}>
      {(a11y) => {
        const input = (
          <input
            {...a11y}
            className={classes('input num', small && 'small')}
            inputMode="numeric"
            autoComplete="off"
            value={showUnits(value)}
            onChange={(event) => onValue(keepDigits(event.target.value))}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              by(event.key === 'ArrowUp' ? 1n : -1n);
            }}
            onBlur={onBlur}
            disabled={disabled}
          />
        );
        if (!steps) return input;
        return (
          <StepButtons label={frame.label} step={step} value={value} disabled={disabled} by={by}>
            {input}
          </StepButtons>
        );
      }}
    </Field>
  );
}
