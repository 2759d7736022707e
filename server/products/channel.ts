import { emit } from '../../db/events';
import type { Tx } from '../../db/transaction';

declare module '../../db/events' {
  interface Events {
    /** Written, published or deleted. For carts that hold it. */
    product_changed: { productId: number };
  }
}

export const productChanged = (tx: Tx, productId: number) => emit(tx, 'product_changed', { productId });
