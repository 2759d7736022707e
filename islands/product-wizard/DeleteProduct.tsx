import { useState } from 'react';
import { deleteProduct, type Product } from '../../server/products/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { visit } from '../browser/navigation';
import { Button } from '../ui/button';
import { Confirm } from '../ui/modal';

export function DeleteProduct({ product, listAddress }: { product: Product; listAddress: string }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await call(deleteProduct, { id: product.id });
      notify('success', `${product.name} is deleted.`);
      visit(listAddress);
    } catch (error) {
      notify('error', error instanceof ApiError ? error.message : 'The product could not be deleted.');
      setAsking(false);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button tone="danger" icon="trash" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Confirm
        title={`Delete ${product.name}?`}
        open={asking}
        danger
        busy={busy}
        confirmLabel="Delete"
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        It disappears from your storefront, and its UPC is free again.
      </Confirm>
    </>
  );
}
