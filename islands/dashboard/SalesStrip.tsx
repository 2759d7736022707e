import { clsx } from 'clsx';
import { dollars } from '../../server/contract/money';
import type { SalesSummary } from '../../server/products/manage/contract';

interface Props {
  sales: SalesSummary;
  liveProducts: number;
}

/** What needs the seller, then how the store does. Each figure leads to its list. */
export const SalesStrip = ({ sales, liveProducts }: Props) => (
  <nav className="sales-strip" aria-label="Your store at a glance">
    <Figure label="Offers to answer" href="/my_offers" value={sales.offers_to_answer} waits />
    <Figure label="Orders to ship" href="/my_orders" value={sales.orders_to_ship} waits />
    <Figure label="Live products" href="/dashboard?status=live" value={liveProducts} />
    <Figure label="Sold in 30 days" href="/my_orders" value={dollars(sales.sold_cents)} />
  </nav>
);

interface FigureProps {
  label: string;
  href: string;
  value: number | string;
  /** Marked while it is above zero. */
  waits?: boolean;
}

const Figure = ({ label, href, value, waits = false }: FigureProps) => (
  <a href={href} className={clsx(waits && value !== 0 && 'waits')}>
    <b>{typeof value === 'number' ? value.toLocaleString('en-US') : value}</b> <span>{label}</span>
  </a>
);
