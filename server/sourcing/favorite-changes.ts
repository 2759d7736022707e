import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import { dollars } from '../contract/money';
import { LISTED } from '../products/visibility';
import { type FavoriteChange, sendFavoriteMail, type WatchedProduct } from './mailer';

/** At most one mail an hour to a buyer (docs/rules.md#favorites). */
const RESTED = `not exists (select from favorites told where told.buyer_id = favorites.buyer_id
                             and told.notified_at > now() - interval '1 hour')`;

const CHANGED = `from favorites
    join products on products.id = favorites.product_id
    join sellers on sellers.id = products.seller_id
   where ${LISTED}
     and (products.seller_price_cents is distinct from favorites.notified_price_cents
          or (products.units is distinct from 0) <> favorites.notified_in_stock)
     and ${RESTED}`;

export async function buyersWithChanges(db: Knex): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { buyer_id: number }[] }>(
    `select distinct favorites.buyer_id ${CHANGED} order by 1`,
  );
  return rows.map(({ buyer_id }) => buyer_id);
}

async function changedFavorites(tx: Tx, buyerId: number): Promise<WatchedProduct[]> {
  const { rows } = await tx.raw<{ rows: WatchedProduct[] }>(
    `select favorites.product_id, products.seller_id, products.name, products.photo_1,
            products.seller_price_cents, favorites.notified_price_cents,
            products.units is distinct from 0 as in_stock, favorites.notified_in_stock
       ${CHANGED} and favorites.buyer_id = ?
      order by favorites.product_id for update of favorites`,
    [buyerId],
  );
  return rows;
}

/** A rise, or stock that ran out, only becomes what later changes are compared with. */
function changeOf(product: WatchedProduct): FavoriteChange | null {
  const { seller_price_cents: price, notified_price_cents: before } = product;
  if (!product.in_stock) return null;
  const fell = price !== null && before !== null && price < before;
  const text = [...(fell ? [dollars(before)] : []), ...(price === null ? [] : [dollars(price)])].join(' → ');
  if (!product.notified_in_stock) return { product, kind: 'stock', text };
  return fell ? { product, kind: 'price', text } : null;
}

const remember = (tx: Tx, buyerId: number, products: readonly WatchedProduct[], told: ReadonlySet<number>) =>
  Promise.all(
    products.map(({ product_id, seller_price_cents, in_stock }) =>
      tx('favorites')
        .where({ buyer_id: buyerId, product_id })
        .update({
          notified_price_cents: seller_price_cents,
          notified_in_stock: in_stock,
          ...(told.has(product_id) && { notified_at: tx.fn.now() }),
        }),
    ),
  );

/** Tells a buyer, in one mail, of prices that fell and of stock that came back. The locks make a second run find none. */
export async function tellOfFavorites(tx: Tx, buyerId: number): Promise<void> {
  const products = await changedFavorites(tx, buyerId);
  const changes = products.flatMap((product) => changeOf(product) ?? []);
  const told = new Set(changes.map(({ product }) => product.product_id));
  await remember(tx, buyerId, products, told);
  if (changes.length > 0) await sendFavoriteMail(tx, buyerId, changes);
}
