import type { Tx } from '../transaction';

/** Sold by the case: brand, `sell_by`, and how many of its products, the first by id. */
const BY_CASE = [
  ['marblefox', 'inner', 3],
  ['waggington', 'outer', 3],
] as const;

/** A brand whose minimum order the second buyer's cart does not reach. */
const WITH_MINIMUM = 'marblefox';

const productsInCarts = `select offer_products.product_id from offer_products
    join offers on offers.id = offer_products.offer_id where offers.state = 'draft'`;

/** Minimum orders and case packs: products in carts, products whose stock leaves a remainder, and others. */
export async function writeOrderRules(tx: Tx, sellerOfBrand: ReadonlyMap<string, number>): Promise<void> {
  for (const [brand, sellBy, count] of BY_CASE) {
    const size = sellBy === 'inner' ? 'inner_quantity' : 'outer_quantity';
    const ids = `select id from products
        where seller_id = :seller and not provisional and units >= ${size}`;
    await tx.raw(
      `update products set sell_by = :sellBy
        where id in (${ids} and id in (${productsInCarts}))
           or id in (${ids} and units % ${size} > 0 order by id limit 1)
           or id in (${ids} and id not in (${productsInCarts}) order by id limit :count)`,
      { seller: sellerOfBrand.get(brand) ?? 0, sellBy, count },
    );
  }
  await tx('sellers')
    .where({ id: sellerOfBrand.get(WITH_MINIMUM) ?? 0 })
    .update({ min_order_cents: tx.raw(MINIMUM) as never });
}

/** A third above the seller's largest draft, in full $50. */
const MINIMUM = `(select 5000 * ceil(max(goods) * 4 / 15000) from (
    select sum(quantity * unit_price_cents) as goods from offer_products
      join offers on offers.id = offer_products.offer_id
     where offers.seller_id = sellers.id and offers.state = 'draft' group by offers.id) as drafts)`;
