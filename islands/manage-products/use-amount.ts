import { useState } from 'react';
import { type OwnProduct, showProduct, updateProduct } from '../../server/products/contract';
import { ApiError, call, errorText } from '../browser/api';
import { useAct } from '../browser/use-act';
import { type Amount, type AmountField, readAmount, shownAmount } from './amount';
import type { OwnProducts } from './use-own-products';

/** Edits one amount of one product, with undo. Not a useForm: one field, saved on blur. */
export function useAmount(product: OwnProduct, field: AmountField, onSaved: OwnProducts['replace']) {
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [last, setLast] = useState<{ from: Amount; to: Amount } | null>(null);
  const stored: Amount = product[field];
  const { busy, run } = useAct({
    async onError(error) {
      setRefusal(errorText(error, 'Not saved. Check your connection and try again.'));
      if (error instanceof ApiError && error.status === 409)
        await call(showProduct, { id: product.id }).then(onSaved, () => undefined);
    },
  });
  const read = typed === null ? null : readAmount(field, typed, product);
  const fault = refusal ?? (read && 'fault' in read ? read.fault : null);

  function type(text: string | null) {
    setTyped(text);
    setRefusal(null);
  }

  function save(amount: NonNullable<Amount>, undone: Amount) {
    setRefusal(null);
    return run(async () => {
      // `old_units` makes the server refuse if units were sold meanwhile.
      const shownUnits = field === 'units' && stored !== null ? { old_units: stored } : {};
      onSaved(await call(updateProduct, { id: product.id }, { product: { [field]: amount, ...shownUnits } }));
      setTyped(null);
      setLast(undone === null ? null : { from: undone, to: amount });
    });
  }

  async function commit() {
    if (busy || !read || 'fault' in read) return;
    if (read.amount === stored) type(null);
    else await save(read.amount, stored);
  }

  // Empty and zero cannot be typed, so they cannot be restored; neither can a value changed since.
  const before = last?.to === stored ? last.from : null;
  const canUndo = before !== null && before !== 0n && typed === null && !busy;
  return {
    typed,
    shown: typed ?? shownAmount(field, stored),
    fault,
    busy,
    type,
    commit,
    undo: canUndo ? () => save(before, null) : null,
  };
}
