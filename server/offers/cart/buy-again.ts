import type { Knex } from 'knex';
import type { Buyer } from '../../accounts/policy';
import { Conflict } from '../../http/errors';
import type { Services } from '../../services';
import type { RequestedLine } from '../availability';
import { lockBuyer } from '../offer';
import { buyAgainRow, type OrderedProducts } from './buy-again-rows';
import { fillDraft } from './cart';
import { lockCart } from './cart-offer';
import { type BuyAgainAnswer, type BuyAgainRow, NOTHING_TO_BUY } from './contract';

interface Source {
  readonly id: number;
  readonly seller_id: number;
  readonly products: OrderedProducts;
}

export const previewAgain = async (
  db: Knex,
  { id, products }: Pick<Source, 'id' | 'products'>,
): Promise<BuyAgainAnswer> => ({
  rows: (await products(db, id)).map(buyAgainRow),
  offer_id: null,
});

/** What goes into the draft: products already there only if the buyer replaces them. */
function chosenLines(rows: readonly BuyAgainRow[], replace: readonly number[]): RequestedLine[] {
  const replaced = new Set(replace);
  return rows.flatMap(({ product_id, result, quantity, unit_price }) => {
    const isChosen =
      result === 'same' || result === 'changed' || (result === 'in_cart' && replaced.has(product_id));
    if (!isChosen || quantity.new === null || unit_price.new === null) return [];
    return [{ product_id, quantity: quantity.new, unit_price_cents: unit_price.new }];
  });
}

/** Throws 409 where no product can be added (docs/rules.md#buy-again). */
export const addAgain = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Buyer,
  source: Source,
  replace: readonly number[],
): Promise<BuyAgainAnswer> =>
  transaction(async (tx) => {
    await lockBuyer(tx, viewer.buyer_id);
    const { rows } = await previewAgain(tx, source);
    const lines = chosenLines(rows, replace);
    if (lines.length === 0) throw Conflict(NOTHING_TO_BUY);
    const cart = await lockCart(tx, viewer.buyer_id, source.seller_id);
    const { offer } = await fillDraft(tx, viewer, cart, lines);
    tx.names(offer.id);
    return { rows, offer_id: offer.id };
  });
