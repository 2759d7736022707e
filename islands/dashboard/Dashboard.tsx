import type { ReactNode } from 'react';
import type { Readiness as Figures } from '../../server/products/contract';
import type { DashboardFrame } from '../../server/sellers/contract';
import { Chip } from '../ui/badge';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import { Tabs } from '../ui/tabs';
import { stepAddress } from './addresses';
import { INCOMPLETE_PROFILE } from './wording';

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
  /** Beside the welcome. */
  figures?: ReactNode;
  children: ReactNode;
}

const MAX_TABS = 7;
const EARNINGS = { id: 'earnings', label: 'Earnings', href: '/dashboard/earnings' };

export function Dashboard({ frame, tab, title, lede, actions, figures, children }: Props) {
  const waits = frame.has_products && !frame.profile_complete;
  const store = frame.store && {
    id: 'shopify',
    label: frame.store === 'connected' ? 'My Shopify' : 'Connect Shopify',
    href: '/dashboard/shopify',
  };
  return (
    <div className="page dashboard">
      <div className="welcome-row">
        <p className="welcome">Welcome back, {frame.name}</p>
        {figures}
      </div>
      <Tabs
        label="Dashboard"
        most={MAX_TABS}
        value={tab ?? ''}
        tabs={[
          { id: 'products', label: 'Manage Products', href: '/dashboard' },
          { id: 'profile', label: 'Manage Profile', href: '/dashboard/manage_profile', warning: waits },
          { id: 'new', label: 'Add Product', href: '/dashboard/new_product' },
          { id: 'import', label: 'Bulk Add Products', href: '/dashboard/import_products' },
          ...(store ? [store] : []),
          ...(frame.reads_earnings ? [EARNINGS] : []),
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

/** The field of the wizard that each missing part is entered in. */
const FIELDS: Readonly<Record<Figures['missing'][number]['key'], string>> = {
  photos: 'add-photos',
  description: 'description',
  condition: 'condition',
  ship_from: 'location_id',
  units: 'units',
  dimensions: 'length',
  category: 'category',
  minimum: 'min_order_units',
};

interface ReadinessProps {
  productId: number;
  readiness: Figures;
  /** How many of the missing parts are named; all by default. */
  most?: number;
  /** A heading says "Ready". */
  headed?: boolean;
}

interface MissingPartsProps {
  productId: number;
  missing: Figures['missing'];
}

/** Chips that lead to the fields of what is missing. */
export const MissingParts = ({ productId, missing }: MissingPartsProps) =>
  missing.map(({ key, points, label, step }) => (
    <Chip key={key} href={`${stepAddress(productId, step)}#${FIELDS[key]}`}>
      {`Add ${label} (+${points})`}
    </Chip>
  ));

/** "Ready 75/100", and chips for the parts that are missing. */
export function Readiness({
  productId,
  readiness: { score, missing },
  most = missing.length,
  headed,
}: ReadinessProps) {
  return (
    <div className="readiness">
      <span className="readiness-score">
        <progress max={100} value={score} aria-hidden="true" />
        <span className="small tabular">
          <span className={headed ? 'visually-hidden' : undefined}>Ready </span>
          {score}/100
        </span>
      </span>
      <MissingParts productId={productId} missing={missing.slice(0, most)} />
    </div>
  );
}
