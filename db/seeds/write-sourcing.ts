import { LISTED } from '../../server/products/visibility';
import { readQuery } from '../../server/sourcing/schema';
import type { Tx } from '../transaction';
import { DAY_MS } from './days';

/** A buyer's favorites, of which one became cheaper and one sold out, what they viewed last, and saved searches. */
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
  await writeSearches(tx, now, buyer.buyer_id);
}

const SEARCHES = [
  {
    name: 'Home, >60% off',
    alert: 'daily',
    query: { filters: { percentOffMsrp: { min: 4 } }, search: { tags: ['home'] } },
  },
  {
    name: 'Footwear for spring',
    alert: 'instant',
    query: { filters: { sellerPriceCents: { max: 5 } }, search: { tags: ['footwear'] } },
  },
  { name: 'mug', alert: 'off', query: { search: { name: 'mug', description: 'mug' } } },
] as const;

/** The first was opened weeks ago and has news since, which was mailed. */
async function writeSearches(tx: Tx, now: Date, buyer_id: number) {
  const rows = await tx('saved_searches')
    .insert(
      SEARCHES.map(({ query, ...search }, index) => ({
        ...search,
        buyer_id,
        query: readQuery(query),
        created_at: new Date(now.getTime() - (40 + index * 9) * DAY_MS),
        opened_at: new Date(now.getTime() - (index === 0 ? 30 : 1) * DAY_MS),
      })),
    )
    .returning('id');
  await tx.raw(
    `insert into saved_search_news (saved_search_id, product_id, at, sent_at)
     select :search, products.id, listed_at, listed_at + interval '8 hours'
       from products join sellers on sellers.id = products.seller_id
      where ${LISTED} and products.category = 'home' and percent_off_msrp > 60
        and listed_at > :now::timestamptz - interval '30 days'`,
    { search: rows[0]?.id ?? 0, now },
  );
}

/** Some listed products, spread over the catalog. */
const productsWhere = (condition: string, count: number, step: number) =>
  `(select products.id, products.seller_price_cents, products.units,
           row_number() over (order by products.id) as place
      from products join sellers on sellers.id = products.seller_id
     where ${LISTED} and ${condition} and products.seller_price_cents is not null and products.id % ${step} = 0
     order by products.id limit ${count})`;
