import { useEffect, useRef, useState } from 'react';
import { type Cents, dollars } from '../../server/contract/money';
import { classes } from '../ui/classes';
import { Field, type FieldFrame } from './field';
import { digitsToCents, keepDecimal, readDecimal, showDecimal } from './number-input';

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
          className={classes('input num', small && 'small')}
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
        <div className={classes('input-group', small && 'small')}>
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
