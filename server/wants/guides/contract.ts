import { endpoint } from '../../contract/endpoint';
import type { Units } from '../../contract/money';

export const MAX_WANTED_PER_PAGE = 100;

export const buyerCounts = ['5+', '10+', '25+', '50+', '100+'] as const;
export type BuyerCount = (typeof buyerCounts)[number];

/** What buyers want of a seller's product: never exact, so that it reveals none of them. */
export interface WantedFigure {
  product_id: number;
  buyers: BuyerCount;
  /** Rounded down to two digits. */
  units: Units;
}

export const listWanted = endpoint<{ products: WantedFigure[] }>()('GET /seller/wanted');
