import { clsx } from 'clsx';
import { type Cents, cents, dollars, MAX_CENTS } from '../../server/contract/money';
import { Field } from './field';
import type { MoneyFieldProps } from './number-fields';

/** Digits are cents: 450 becomes $4.50 while typing. Apart from MoneyField, which the pages of the catalog load. */
export function CentsField({ cents, onCents, onBlur, disabled, small, ...frame }: MoneyFieldProps) {
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

/** Reads the last two digits as cents: "4x50" → 450. Returns null if empty; stops below 2^53. */
export function digitsToCents(text: string): Cents | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (digits === '') return null;
  const value = BigInt(digits.slice(0, 20));
  return value > BigInt(MAX_CENTS) ? cents(MAX_CENTS) : cents(value);
}
