import type { ReactNode } from 'react';
import type { Product } from '../../server/products/contract';
import { listAddress } from '../../server/products/manage/dashboard-contract';
import type { DashboardFrame } from '../../server/sellers/dashboard-contract';
import { Dashboard } from '../dashboard/Dashboard';

interface Props {
  frame: DashboardFrame | null;
  product: Product | null;
  title: string;
  lede: string;
  actions: ReactNode;
  children: ReactNode;
}

/** Sellers see the wizard in their dashboard, staff below a link to the seller's products. */
export function Shell({ frame, product, title, lede, actions, children }: Props) {
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
          <a href={listAddress(null, product)}>Products of {product.seller.name}</a>
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
