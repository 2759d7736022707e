import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';
import type { OwnProduct } from '../../server/products/contract';
import { Field } from '../forms/field';
import { IconButton } from '../ui/button';
import { type AmountField, amountInput } from './amount';
import { useAmount } from './use-amount';
import type { OwnProducts } from './use-own-products';

const NAMES: Record<AmountField, string> = { units: 'Units', seller_price_cents: 'Asking price' };

interface Props {
  product: OwnProduct;
  field: AmountField;
  onSaved: OwnProducts['replace'];
  /** Shows the name of the amount, which a table's heading says otherwise. */
  labeled?: boolean;
}

/** Finds the same field in the previous or next row. */
function neighbour(from: HTMLInputElement, by: 1 | -1): HTMLInputElement | undefined {
  const column = [
    ...(from.closest('table')?.querySelectorAll<HTMLInputElement>(`input[name="${from.name}"]`) ?? []),
  ];
  return column[column.indexOf(from) + by];
}

/** An amount edited in its cell: Enter saves and moves down, Esc reverts. */
export function AmountCell({ product, field, onSaved, labeled = false }: Props) {
  const amount = useAmount(product, field, onSaved);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget: input } = event;
    if (key === 'Escape' && amount.typed !== null) {
      event.preventDefault();
      amount.type(null);
    }
    if (key === 'Enter') {
      event.preventDefault();
      const below = neighbour(input, 1);
      // The blur saves it.
      if (below && !amount.fault) below.focus();
      else void amount.commit();
    }
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
    neighbour(input, key === 'ArrowDown' ? 1 : -1)?.focus();
  }

  return (
    <div className={clsx('amount-cell', labeled && 'labeled')} aria-busy={amount.busy || undefined}>
      {amount.undo && (
        <IconButton
          icon="undo"
          label={`Undo ${NAMES[field].toLowerCase()} of ${product.name}`}
          title="Undo"
          onClick={() => void amount.undo?.()}
        />
      )}
      <Field
        label={labeled ? NAMES[field] : `${NAMES[field]} of ${product.name}`}
        labelHidden={!labeled}
        name={field}
        error={amount.fault}
      >
        {(a11y) => (
          <div className="input-group small">
            {field === 'seller_price_cents' && (
              <span className="affix" aria-hidden="true">
                $
              </span>
            )}
            <input
              {...a11y}
              className="input num small"
              inputMode={field === 'units' ? 'numeric' : 'decimal'}
              autoComplete="off"
              placeholder="TBD"
              value={amount.shown}
              readOnly={amount.busy}
              onFocus={(event) => event.target.select()}
              onChange={(event) =>
                amount.type(
                  amountInput(field, event.target.value, amount.shown, event.nativeEvent as InputEvent),
                )
              }
              onKeyDown={onKeyDown}
              onBlur={() => void amount.commit()}
            />
          </div>
        )}
      </Field>
    </div>
  );
}
