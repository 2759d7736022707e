import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents, Units } from '../contract/money';
import type { DashboardFrame } from '../sellers/contract';

export const analyticsDays = [30, 90, 365] as const;
export type AnalyticsDays = (typeof analyticsDays)[number];
export const DEFAULT_DAYS: AnalyticsDays = 90;

/** Percents have at most one decimal. A figure whose divisor is 0 is null (docs/rules.md#analytics). */
export interface PeriodFigures {
  views: number;
  /** Submitted in the period. */
  offers: number;
  /** Ended in the period, as do those of `acceptance_percent`. */
  accepted: number;
  acceptance_percent: number | null;
  units_sold: Units;
  /** Of goods, without freight. */
  gross_cents: Cents;
  net_cents: Cents;
}

export interface Figures extends PeriodFigures {
  /** From its first listing to its first offer, of products whose first offer came in the period. */
  median_days_to_first_offer: number | null;
  sell_through_percent: number | null;
}

/** One UTC day, or a week in periods of more than 60 days. `from` and `to` are days like `2026-11-22`, both inclusive. */
export interface AnalyticsBucket extends PeriodFigures {
  from: string;
  to: string;
}

export interface ProductFigures extends Figures {
  product_id: number;
  name: string;
  image: string | null;
  deleted: boolean;
}

export interface Analytics {
  days: AnalyticsDays;
  product: { id: number; name: string } | null;
  totals: Figures;
  /** The period of equal length before; null where it begins before views are kept. */
  previous: PeriodFigures | null;
  /** Oldest first, without gaps. Weeks end with the last day, so only the first one may be shorter. */
  series: AnalyticsBucket[];
  /** At most 50, those viewed without an offer first. */
  products: ProductFigures[];
}

/** `days`, `product_id`; staff name the seller by `seller_id`. */
export const showAnalytics = endpoint<Analytics>()('GET /seller/analytics');
/** Every product with figures, by the same query. */
export const exportAnalytics = endpoint<undefined>()('GET /seller/analytics.csv');

export interface AnalyticsProps {
  frame: DashboardFrame;
  analytics: Analytics;
}

export const sellerAnalytics: Island<AnalyticsProps> = { id: 'seller-analytics' };
