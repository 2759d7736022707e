import type { Cents, Units } from '../../../server/contract/money';

/** The fields of a product that trading needs. */
export interface TradedProduct {
  readonly id: number;
  readonly seller_id: number;
  readonly name: string;
  readonly upc: string;
  readonly sku: string;
  readonly photo: string;
  readonly asking: Cents;
  readonly units: Units | null;
  readonly minimum: Units;
}

export interface Party {
  readonly user_id: number;
  /** Id of the buyer or seller. */
  readonly id: number;
}

export interface Line {
  id: number;
  product: TradedProduct;
  quantity: Units;
  unit_price: Cents;
  buyer_price: Cents;
  seller_price: Cents | null;
}
