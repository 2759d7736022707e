import { endpoint } from '../../contract/endpoint';
import type { Product, ProductInput } from '../contract';

type Fields = Required<Omit<ProductInput, 'old_units' | 'version'>>;

/** Every field that PUT takes. Pictures by address. */
export interface SyncedProduct extends Fields {
  id: number;
  version: number;
  provisional: boolean;
  provisional_errors: NonNullable<Product['provisional_errors']>;
  updated_at: string;
  deleted_at: string | null;
}

export interface ProductSync {
  /** By id, so that none moves to another page. */
  products: SyncedProduct[];
  /** Null on the last page. */
  next_cursor: string | null;
  /** What the next sync names, once this one is read to its end. Products may come twice. */
  next_updated_since: string;
}

export const syncProducts = endpoint<ProductSync>()('GET /products');
