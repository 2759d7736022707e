import { clsx } from 'clsx';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Cents, cents, dollars, MAX_CENTS } from '../../server/contract/money';
import { IconButton } from '../ui/button';
import { Field, type FieldFrame } from './field';
import {
  type Edit,
  NOT_A_PRICE,
  readDecimal,
  showDecimal,
  showUnits,
  typedPrice,
  typedUnits,
  unitsError,
  unitsOrZero,
} from './typed-numbers';

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
    <Field {...frame} error={unitsError(value) || error}>
      {(a11y) => {
        const input = (
          <input
            {...a11y}
            className={clsx('input num', small && 'small')}
            inputMode="numeric"
            autoComplete="off"
            value={shown}
            onChange={(event) => onValue(typedUnits(event.target.value, editOf(event, shown)))}
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

/** How the change came about, as the browser says. */
export function editOf({ nativeEvent }: ChangeEvent<HTMLInputElement>, before: string): Edit {
  const { inputType, data } = nativeEvent as InputEvent;
  return { before, inputType, data };
}

interface MoneyFieldProps extends FieldFrame {
  cents: Cents | null;
  /** With decimals, NaN for text that is no amount. */
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

function DecimalMoney(props: Omit<MoneyFieldProps, 'mode'>) {
  const { cents, onCents, onBlur, disabled, small, error, ...frame } = props;
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
  return (
    <Field {...frame} error={isUnreadable(text) ? NOT_A_PRICE : error}>
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
              if (said.current !== null && !isUnreadable(text)) setText(showDecimal(said.current));
              onBlur?.();
            }}
            disabled={disabled}
          />
        </div>
      )}
    </Field>
  );
}

const isUnreadable = (text: string) => Number.isNaN(readDecimal(text));

/** Reads the last two digits as cents: "4x50" → 450. Returns null if empty; stops below 2^53. */
export function digitsToCents(text: string): Cents | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (digits === '') return null;
  const value = BigInt(digits.slice(0, 20));
  return value > BigInt(MAX_CENTS) ? cents(MAX_CENTS) : cents(value);
}
