import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Cents, dollars } from '../../server/contract/money';
import { IconButton } from './button';
import { classes } from './classes';
import { Field, type FieldFrame } from './field';
import { Icon } from './icon';
import { digitsToCents, keepDecimal, keepDigits, readDecimal, showDecimal, showUnits } from './typed-amount';

interface MoneyFieldProps extends FieldFrame {
  cents: Cents | null;
  onCents: (cents: Cents | null) => void;
  /** decimal: "4.50" as one writes it; digits: 450 becomes $4.50 while typing (cart, counter). */
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
  // A value that did not come from typing (a chip, a reset) replaces the text.
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

interface QuantityFieldProps extends FieldFrame {
  /** Digits: units reach 64 bits. */
  value: string;
  onValue: (digits: string) => void;
  /** What − and + take and add; digits. */
  step?: string | undefined;
  /** Shows − and +. */
  steps?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  small?: boolean | undefined;
}

/** Whole units, with thousands separators; commas may be typed. */
export function QuantityField(props: QuantityFieldProps) {
  const { value, onValue, step = '1', steps, onBlur, disabled, small, ...frame } = props;
  const by = (direction: 1n | -1n) => {
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
          <div className="number-steps">
            <IconButton
              icon="minus"
              tone="quiet"
              label={`${frame.label}: ${step} less`}
              onClick={() => by(-1n)}
              disabled={disabled || BigInt(value || '0') <= 0n}
            />
            {input}
            <IconButton
              icon="plus"
              tone="quiet"
              label={`${frame.label}: ${step} more`}
              onClick={() => by(1n)}
              disabled={disabled}
            />
          </div>
        );
      }}
    </Field>
  );
}

interface SearchFieldProps {
  label: string;
  name?: string | undefined;
  value: string;
  /** 500 ms after the last key if the text has changed, at once on Enter, '' on Esc. */
  onSearch: (text: string) => void;
  placeholder?: string | undefined;
  children?: ReactNode;
}

const SEARCH_DELAY = 500;

export function SearchField({ label, name = 'query', value, onSearch, placeholder }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  // Back, or a filter that was taken away, changes the text from outside.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const ask = useRef(onSearch);
  ask.current = onSearch;

  // Words that were typed before the script was there are not lost.
  useEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== asked.current) setText(typed);
  }, []);
  const search = (wanted: string) => {
    if (wanted === asked.current) return;
    asked.current = wanted;
    ask.current(wanted);
  };

  useEffect(() => {
    if (text === asked.current) return;
    const timer = setTimeout(() => {
      if (text === asked.current) return;
      asked.current = text;
      ask.current(text);
    }, SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [text]);

  const clear = () => {
    setText('');
    search('');
    input.current?.focus();
  };

  return (
    <div className="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        name={name}
        className="input"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            search(text);
          }
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            clear();
          }
        }}
      />
      {text !== '' && <IconButton icon="close" label="Clear the search" size="small" onClick={clear} />}
    </div>
  );
}
