import { endpoint } from '../contract/endpoint';
import type { Cents } from '../contract/money';

export const overviewDays = [30, 90, 365] as const;
export type OverviewDays = (typeof overviewDays)[number];

export interface Overview {
  days: OverviewDays;
  /** Start of each day in UTC, in unix seconds, oldest first. */
  x: number[];
  volume_cents: Cents[];
  orders: number[];
  offers: number[];
  accepted: number[];
  accounts: number[];
  totals: {
    volume_cents: Cents;
    orders: number;
    offers: number;
    /** Accepted of answered offers, in tenths of a percent; null without answers. */
    acceptance_permille: number | null;
    accounts: number;
  };
  categories: { category: string; volume_cents: Cents; orders: number }[];
  sellers: { id: number; name: string; volume_cents: Cents; orders: number }[];
}

export const showOverview = endpoint<Overview>()('GET /admin/insights/overview');
