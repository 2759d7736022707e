import { type ReactNode, useState } from 'react';
import { deleteProduct, type Product, productAddress } from '../../server/products/contract';
import type { DashboardFrame } from '../../server/sellers/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { visit } from '../browser/navigation';
import { useAct } from '../browser/use-act';
import { Dashboard } from '../dashboard/Dashboard';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/modal';
import { listAddress } from './steps';

interface Props {
  frame: DashboardFrame | null;
  product: Product | null;
  lede: string;
  children: ReactNode;
}

/** Sellers see the wizard in their dashboard, staff below a link to the seller's products. */
export function Shell({ frame, product, lede, children }: Props) {
  const title = product ? product.name : 'Add Product';
  const actions = product && <ProductActions product={product} listAddress={listAddress(frame, product)} />;
  if (frame)
    return (
      <Dashboard frame={frame} tab={product ? null : 'new'} title={title} lede={lede} actions={actions}>
        {children}
      </Dashboard>
    );
  return (
    <div className="page">
      {product && (
        <p className="muted">
          <a href="/admin/sellers">Sellers</a> ·{' '}
          <a href={listAddress(null, product)}>Products from {product.seller.name}</a>
        </p>
      )}
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          <p className="lede">{lede}</p>
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface ActionsProps {
  product: Product;
  listAddress: string;
}

const ProductActions = (props: ActionsProps) => (
  <>
    {!props.product.provisional && (
      <Button href={productAddress(props.product)} icon="eye">
        View
      </Button>
    )}
    {props.product.can_delete && <DeleteProduct {...props} />}
  </>
);

function DeleteProduct({ product, listAddress }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAct({
    onError(error) {
      notify('error', errorText(error, 'The product could not be deleted.'));
      setAsking(false);
    },
  });
  const remove = () =>
    run(async () => {
      await call(deleteProduct, { id: product.id });
      notify('success', `${product.name} deleted.`);
      visit(listAddress);
    });

  return (
    <>
      <Button tone="danger" icon="trash" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        title={`Delete ${product.name}?`}
        open={asking}
        danger
        busy={busy}
        confirmLabel="Delete"
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        It will be removed from your storefront, and its UPC can be used again.
      </ConfirmDialog>
    </>
  );
}
