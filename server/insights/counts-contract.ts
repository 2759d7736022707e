import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Units } from '../contract/money';
import type { OfferState } from '../offers/rules';
import type { OrderStatus } from '../orders/rules';

export interface PeopleCounts {
  count: number;
  onboarded: number;
  /** With status `password_created` (docs/rules.md#insights). */
  approved: number;
  denied: number;
  provisional: number;
}

export interface InsightsCounts {
  purchase_orders: { count: number; by_status: Partial<Record<OrderStatus, number>> };
  products: { count: number; total_units: Units };
  buyers: PeopleCounts;
  sellers: PeopleCounts;
  offers: { count: number; by_state: Partial<Record<OfferState, number>> };
}

export const insightsCounts = endpoint<InsightsCounts>()('GET /admin/insights/counts');

export const adminInsights: Island<{
  counts: InsightsCounts;
  view: Readonly<Record<string, string>>;
  /** The time of the figures, while they are of the past. */
  figures_at: string | null;
}> = { id: 'admin-insights' };
