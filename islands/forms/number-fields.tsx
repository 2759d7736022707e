import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type Cents,
  cents,
  dollars,
  formatUnits,
  MAX_CENTS,
  parseDollars,
} from '../../server/contract/money';
import { IconButton } from '../ui/button';
import { Field, type FieldFrame } from './field';

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
            className={clsx('input num', small && 'small')}
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

interface MoneyFieldProps extends FieldFrame {
  cents: Cents | null;
  onCents: (cents: Cents | null) => void;
  /** decimal: "4.50" as typed; digits: 450 becomes $4.50 while typing (cart, counter). */
  mode?: 'decimal' | 'digits' | undefined;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  small?: boolean | undefined;
}

export function MoneyField({ mode = 'decimal', ...props }: MoneyFieldProps) {
  return mode === 'digits' ? <DigitsMoney {...props} /> : <DecimalMoney {...props} />;
}

function DigitsMoney({ cents, onCents, onBlur, disabled, small, ...frame }: Omit<MoneyFieldProps, 'mode'>) {
  return (
    <Field {...frame}>
      {(a11y) => (
        <input
          {...a11y}
          className={clsx('input num', small && 'small')}
          inputMode="numeric"
          autoComplete="off"
          value={cents === null ? '' : dollars(cents)}
          onChange={(event) => onCents(digitsToCents(event.target.value))}
          onFocus={(event) => event.target.select()}
          onBlur={onBlur}
          disabled={disabled}
        />
      )}
    </Field>
  );
}

function DecimalMoney({ cents, onCents, onBlur, disabled, small, ...frame }: Omit<MoneyFieldProps, 'mode'>) {
  const [text, setText] = useState(showDecimal(cents));
  const said = useRef(cents);
  // A value set from outside (a chip, a reset) replaces the text.
  useEffect(() => {
    if (cents === said.current) return;
    said.current = cents;
    setText(showDecimal(cents));
  }, [cents]);
  const type = (typed: string) => {
    const kept = keepDecimal(typed);
    setText(kept);
    said.current = readDecimal(kept);
    onCents(said.current);
  };
  return (
    <Field {...frame}>
      {(a11y) => (
        <div className={clsx('input-group', small && 'small')}>
          <span className="affix" aria-hidden="true">
            $
          </span>
          <input
            {...a11y}
            className="input num"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              if (said.current !== null) setText(showDecimal(said.current));
              onBlur?.();
            }}
            disabled={disabled}
          />
        </div>
      )}
    </Field>
  );
}

/** Reads the last two digits as cents: "4x50" → 450. Returns null if empty; stops below 2^53. */
export function digitsToCents(text: string): Cents | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (digits === '') return null;
  const value = BigInt(digits.slice(0, 20));
  return value > BigInt(MAX_CENTS) ? cents(MAX_CENTS) : cents(value);
}

/** Drops what cannot be part of an amount: "$1,2a.345" → "1,2.34". */
export function keepDecimal(text: string): string {
  const kept = text.replace(/[^\d.,]/g, '');
  const [whole = '', ...rest] = kept.split('.');
  return rest.length === 0 ? whole : `${whole}.${rest.join('').replaceAll(',', '').slice(0, 2)}`;
}

/** "1,200" or "1200.5" → at most 19 digits, without leading zeros. */
export const keepDigits = (text: string): string =>
  text
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 19);

export const showUnits = (digits: string): string => (digits === '' ? '' : formatUnits(BigInt(digits)));

/** "$4.50" without its sign, for fields with a "$" prefix. */
export const showDecimal = (amount: Cents | null): string =>
  amount === null ? '' : dollars(amount).slice(1);

export const readDecimal = (text: string): Cents | null => parseDollars(text);
