import { LISTED } from '../../server/products/visibility';
import type { Tx } from '../transaction';

/** A buyer's favorites, of which one became cheaper and one sold out, and what they viewed last. */
export async function writeSourcing(tx: Tx, now: Date): Promise<void> {
  const buyer = await tx('users').where({ email: 'buyer@example.com' }).first('buyer_id');
  if (!buyer?.buyer_id) return;
  await tx.raw(
    `insert into favorites (buyer_id, product_id, price_cents, notified_price_cents, notified_in_stock, created_at)
     select :buyer, id, case when place = 2 then seller_price_cents * 5 / 4 else seller_price_cents end,
            seller_price_cents, units is distinct from 0, :now::timestamptz - place * interval '9 hours'
       from (${productsWhere('products.units > 0', 5, 7)} union all ${productsWhere('products.units = 0', 1, 1)}) as chosen`,
    { buyer: buyer.buyer_id, now },
  );
  await tx.raw(
    `insert into recent_views (buyer_id, product_id, viewed_at)
     select :buyer, id, :now::timestamptz - place * interval '11 minutes' from (${productsWhere('products.units > 0', 8, 5)}) as chosen`,
    { buyer: buyer.buyer_id, now },
  );
}

/** Some listed products, spread over the catalog. */
const productsWhere = (condition: string, count: number, step: number) =>
  `(select products.id, products.seller_price_cents, products.units,
           row_number() over (order by products.id) as place
      from products join sellers on sellers.id = products.seller_id
     where ${LISTED} and ${condition} and products.seller_price_cents is not null and products.id % ${step} = 0
     order by products.id limit ${count})`;
