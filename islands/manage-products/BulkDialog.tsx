import { useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import { type BulkAnswer, type BulkChange, changeProducts } from '../../server/products/manage/contract';
import { ApiError, call } from '../browser/api';
import { useSubmitDelay } from '../forms/submit-delay';
import { TextField } from '../forms/text-field';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { type AmountField, amountInput, readAmount } from './amount';
import type { Selection } from './use-selection';

export type BulkKind = 'price' | 'units' | 'delete';

const FIELDS: Record<BulkKind, AmountField | null> = {
  price: 'seller_price_cents',
  units: 'units',
  delete: null,
};

const productCount = (count: number) => `${formatUnits(count)} ${count === 1 ? 'product' : 'products'}`;

const TITLES: Record<BulkKind, (count: number) => string> = {
  price: (count) => `Set the asking price of ${productCount(count)}`,
  units: (count) => `Set the units of ${productCount(count)}`,
  delete: (count) => `Delete ${productCount(count)}?`,
};

const CONSEQUENCES: Record<BulkKind, string> = {
  price: 'A product whose MSRP is lower stays as it is.',
  units: 'Each gets this number, whatever it has now.',
  delete: 'They disappear from your storefront. Those in an open offer or order stay.',
};

interface Props {
  kind: BulkKind;
  selection: Selection;
  onClose: () => void;
  onDone: (answer: BulkAnswer) => void;
}

export function BulkDialog({ kind, selection, onClose, onDone }: Props) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const afterDelay = useSubmitDelay();
  const field = FIELDS[kind];
  const read = field && readAmount(field, typed, { msrp_cents: null, min_order_units: null });
  const fault = read && 'fault' in read ? read.fault : null;

  const change = (): BulkChange =>
    field && read && 'amount' in read ? { [field]: read.amount } : { delete: true };

  async function apply() {
    if (busy || fault) return;
    setBusy(true);
    setError(null);
    try {
      const body = { ...selection.which(), change: change() };
      const answer = await afterDelay(() => call(changeProducts, {}, body));
      if (answer) onDone(answer);
    } catch (refusal) {
      setError(refusal instanceof ApiError ? refusal.message : 'Please check your connection and try again.');
      setBusy(false);
    }
  }

  return (
    <Modal
      title={TITLES[kind](selection.count)}
      open
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone={kind === 'delete' ? 'danger' : 'primary'}
            busy={busy}
            disabled={fault !== null}
            onClick={() => void apply()}
          >
            {kind === 'delete' ? 'Delete' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        {field && (
          <TextField
            label={kind === 'price' ? 'Asking price' : 'Units'}
            name={field}
            inputMode={kind === 'price' ? 'decimal' : 'numeric'}
            before={kind === 'price' ? '$' : undefined}
            autoComplete="off"
            autoFocus
            value={typed}
            error={typed !== '' && fault}
            onChange={(text) => setTyped(amountInput(field, text))}
          />
        )}
        <p className="muted">{CONSEQUENCES[kind]}</p>
        {error && (
          <p className="form-error" role="alert">
            {error}
          </p>
        )}
      </form>
    </Modal>
  );
}
