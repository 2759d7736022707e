import type { Cents, Units } from '../../server/contract/money';

/** A product as the market needs it. */
export interface Good {
  readonly id: number;
  readonly seller_id: number;
  readonly name: string;
  readonly upc: string;
  readonly sku: string;
  readonly photo: string;
  readonly asking: Cents;
  readonly units: Units | null;
  readonly least: Units;
}

export interface Party {
  readonly user_id: number;
  /** Of the buyer or the seller. */
  readonly id: number;
}

export interface Line {
  id: number;
  good: Good;
  quantity: Units;
  unit_price: Cents;
  buyer_price: Cents;
  seller_price: Cents | null;
}
