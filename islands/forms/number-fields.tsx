import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Cents, dollars, formatUnits, parseDollars, parseUnits } from '../../server/contract/money';
import { IconButton } from '../ui/button';
import { Field, type FieldFrame } from './field';

export const NOT_WHOLE = 'Enter a whole number';
export const NOT_A_PRICE = 'Enter a price like 9.99';

/** The price of text that is no amount: every price schema refuses it. */
const UNREADABLE = Number.NaN as Cents;

export const amountOrNull = (amount: Cents | null) => (Number.isNaN(amount) ? null : amount);

/** What an InputEvent says of a change. */
export interface Edit {
  inputType?: string;
  data?: string | null;
}

export const isWhole = (text: string) => /^\d+$/.test(text);

/** Digits, or the text itself where it is no whole number: "1,200" → "1200", "1.5" → "1.5". */
export function typedUnits(text: string, before = '', { inputType, data }: Edit = {}): string {
  // Typing and deleting shift the commas that the field itself has put between thousands.
  const isOwn = /^(insert(Comp|T)|delete)/.test(`${inputType}`) && !data?.includes(',');
  const units = parseUnits(isOwn && parseUnits(before) !== null ? text.replaceAll(',', '') : text);
  return text.trim() && units === null ? text : String(units ?? '');
}

/** Adds separators to digits; other text stays. */
export const showUnits = (digits: string): string => (isWhole(digits) ? formatUnits(BigInt(digits)) : digits);

/** A number, but below zero: its form says which bound it breaks. */
export const isNegative = (text: string) => /^\s*-\s*\$?[\d.,]*\d/.test(text);

export const unitsError = (value: string) => value !== '' && !isWhole(value) && NOT_WHOLE;

/** For + and −, which start at 0 from text that is no number. */
export const unitsOrZero = (value: string) => parseUnits(value) ?? 0n;

/** Text without the "$" that stands before the field; a third decimal cannot be typed. */
export function typedPrice(text: string, before?: string): string {
  const amount = text.replace(/^\s*\$\s*/, '');
  return /\.\d{3}$/.test(amount) && amount.slice(0, -1) === before ? before : amount;
}

/** null while nothing is typed but a sign; UNREADABLE for text that is no amount. */
export const readDecimal = (text: string): Cents | null =>
  /^[\s$.]*$/.test(text) ? null : (parseDollars(text) ?? UNREADABLE);

/** "$4.50" without its sign, for fields with a "$" prefix. */
export const showDecimal = (amount: Cents | null): string =>
  amountOrNull(amount) === null ? '' : dollars(amount as Cents).slice(1);

interface QuantityFieldProps extends FieldFrame {
  /** Digits, since units exceed 2^53; or what was typed that is no whole number. */
  value: string;
  onValue: (typed: string) => void;
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
      disabled={disabled || unitsOrZero(value) <= 0n}
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

/** Whole units with thousands separators; commas may be typed. Other text stays, with its error. */
export function QuantityField(props: QuantityFieldProps) {
  const { value, onValue, step = '1', steps, stepTo, onBlur, disabled, small, error, ...frame } = props;
  const shown = showUnits(value);
  const by = (direction: 1n | -1n) => {
    if (stepTo) return onValue(stepTo(direction));
    const next = unitsOrZero(value) + direction * BigInt(step);
    onValue(next > 0n ? String(next) : '0');
  };
  return (
    <Field {...frame} error={(isNegative(value) && error) || unitsError(value) || error}>
      {(a11y) => {
        const input = (
          <input
            {...a11y}
            className={clsx('input num', small && 'small')}
            inputMode="numeric"
            autoComplete="off"
            value={shown}
            onChange={(event) =>
              onValue(typedUnits(event.target.value, shown, event.nativeEvent as InputEvent))
            }
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

export interface MoneyFieldProps extends FieldFrame {
  cents: Cents | null;
  /** NaN for text that is no amount. */
  onCents: (cents: Cents | null) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  small?: boolean | undefined;
  /** What an amount below zero reads, where that has an error of its own. */
  belowZero?: string | undefined;
}

/** Dollars as typed: "4.50". */
export function MoneyField(props: MoneyFieldProps) {
  const { cents, onCents, onBlur, disabled, small, belowZero, error, ...frame } = props;
  const [text, setText] = useState(showDecimal(cents));
  const said = useRef(cents);
  // A value set from outside (a chip, a reset) replaces the text.
  useEffect(() => {
    if (Object.is(cents, said.current)) return;
    said.current = cents;
    setText(showDecimal(cents));
  }, [cents]);
  const type = (typed: string) => {
    const kept = typedPrice(typed, text);
    setText(kept);
    said.current = readDecimal(kept);
    onCents(said.current);
  };
  const unreadable = (isNegative(text) && belowZero) || NOT_A_PRICE;
  return (
    <Field {...frame} error={Number.isNaN(readDecimal(text)) ? unreadable : error}>
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
              if (said.current || said.current === 0) setText(showDecimal(said.current));
              onBlur?.();
            }}
            disabled={disabled}
          />
        </div>
      )}
    </Field>
  );
}
