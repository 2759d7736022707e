import type { Tx } from '../../db/transaction';
import { Invalid, NotFound } from '../http/errors';
import { LISTED } from '../products/visibility';

const MAX_FAVORITES = 500;

/** Additions of one buyer follow each other, so that the limit holds. */
export const lockBuyer = (tx: Tx, id: number) => tx('buyers').where({ id }).forNoKeyUpdate().first('id');

async function listedProduct(tx: Tx, id: number) {
  const product = await tx('products')
    .join('sellers', 'sellers.id', 'products.seller_id')
    .where('products.id', id)
    .whereRaw(LISTED)
    .first('products.seller_price_cents', 'products.units');
  if (!product) throw NotFound();
  return product;
}

/** Returns false if the product was saved already. Throws 404 for an unlisted product, 422 beyond the limit. */
export async function addFavorite(tx: Tx, buyer_id: number, product_id: number): Promise<boolean> {
  await lockBuyer(tx, buyer_id);
  const { seller_price_cents: price, units } = await listedProduct(tx, product_id);
  const saved = await tx('favorites').where({ buyer_id }).select('product_id');
  if (saved.some((favorite) => favorite.product_id === product_id)) return false;
  if (saved.length >= MAX_FAVORITES) throw Invalid(`You can save up to ${MAX_FAVORITES} products.`);
  await tx('favorites').insert({
    buyer_id,
    product_id,
    price_cents: price,
    notified_price_cents: price,
    notified_in_stock: units !== 0n,
  });
  return true;
}

export async function removeFavorite(tx: Tx, buyer_id: number, product_id: number): Promise<undefined> {
  await tx('favorites').where({ buyer_id, product_id }).delete();
  return undefined;
}
