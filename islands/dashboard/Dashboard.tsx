import type { ReactNode } from 'react';
import { type DashboardFrame, INCOMPLETE_PROFILE } from '../../server/sellers/dashboard-contract';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { Tabs } from '../ui/tabs';

type DashboardTab =
  | 'products'
  | 'profile'
  | 'new'
  | 'import'
  | 'shopify'
  | 'earnings'
  | 'rules'
  | 'analytics';

interface Props {
  frame: DashboardFrame;
  /** null on pages without a tab. */
  tab: DashboardTab | null;
  title: string;
  lede?: string | undefined;
  actions?: ReactNode;
  /** Under the welcome banner. */
  summary?: ReactNode;
  children: ReactNode;
}

export function Dashboard({ frame, tab, title, lede, actions, summary, children }: Props) {
  const waits = frame.has_products && !frame.profile_complete;
  const store = frame.store && {
    id: 'shopify',
    label: frame.store === 'connected' ? 'My Shopify' : 'Connect Shopify',
    href: '/dashboard/shopify',
  };
  return (
    <div className="page">
      <p className="welcome">Welcome back, {frame.name}</p>
      {summary}
      <Tabs
        label="Dashboard"
        value={tab ?? ''}
        tabs={[
          { id: 'products', label: 'Manage Products', href: '/dashboard' },
          { id: 'profile', label: 'Manage Profile', href: '/dashboard/manage_profile', warning: waits },
          { id: 'new', label: 'Add Product', href: '/dashboard/new_product' },
          { id: 'import', label: 'Bulk Add Products', href: '/dashboard/import_products' },
          ...(store ? [store] : []),
          { id: 'earnings', label: 'Earnings', href: '/dashboard/earnings' },
          { id: 'rules', label: 'Offer Rules', href: '/dashboard/offer_rules' },
          { id: 'analytics', label: 'Analytics', href: '/dashboard/analytics' },
        ]}
      />
      {waits && (
        <Notice
          tone="yellow"
          action={
            tab !== 'profile' && (
              <Button size="small" href="/dashboard/manage_profile">
                Complete Profile
              </Button>
            )
          }
        >
          {INCOMPLETE_PROFILE}
        </Notice>
      )}
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {lede && <p className="lede">{lede}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
