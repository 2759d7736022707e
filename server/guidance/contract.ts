import { endpoint } from '../contract/endpoint';
import type { Cents, Units } from '../contract/money';

const dealCounts = ['10+', '25+', '50+', '100+'] as const;
export type DealCount = (typeof dealCounts)[number];

/** Percents of the MSRP at which similar products sold. Reveals no single deal. */
export interface MarketGuide {
  label: string;
  p25: number;
  p50: number;
  p75: number;
  deals: DealCount;
}

export interface OwnDeals {
  count: number;
  last: { unit_cents: Cents; quantity: Units; at: string; purchase_order_id: number } | null;
  /** From three orders on. */
  median_percent_of_asking: number | null;
}

export interface PriceGuide {
  market: MarketGuide | null;
  own: OwnDeals;
}

export const showPriceGuide = endpoint<PriceGuide>()('GET /price_guides');

export const GUIDE_DAYS = 180;
