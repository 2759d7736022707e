import type { Db } from '../../db/connection';
import { statement } from '../../db/sql';
import type { ProductRow, SellerRow } from '../../db/tables';
import { type Tx, transaction } from '../../db/transaction';
import { cents, type Units } from '../../server/contract/money';
import { OutOfStock, recordSale, setUnits, takeStock } from '../../server/products/stock';

let made = 0;

/** A seller whose products may be seen. */
export async function aSellerRow(db: Db, changes: Partial<SellerRow> = {}): Promise<number> {
  const [seller] = await db('sellers')
    .insert({ name: `Seller ${++made}`, description: 'Goods of all kinds', logo: '/demo/logo', ...changes })
    .returning('id');
  if (!seller) throw new Error('No seller was written');
  return seller.id;
}

/** A listed product, its units in the ledger. */
export async function aProduct(
  db: Db,
  { units = 100n, ...changes }: Partial<Omit<ProductRow, 'percent_off_msrp'>> = {},
): Promise<number> {
  const seller_id = changes.seller_id ?? (await aSellerRow(db));
  return transaction(db, async (tx) => {
    const [product] = await tx('products')
      .insert({
        name: `Product ${++made}`,
        upc: String(10_000_000 + made),
        photo_1: '/demo/mug',
        msrp_cents: cents(2_000),
        wholesale_cents: cents(900),
        seller_price_cents: cents(500),
        provisional: false,
        ...changes,
        seller_id,
      })
      .returning('id');
    if (!product) throw new Error('No product was written');
    if (units !== null) await setUnits(tx, product.id, units, 'initial', null);
    return product.id;
  });
}

/** An order for a ledger entry to name. */
export async function anOrder(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `with someone as (insert into buyers (name, category) values ('Buyer', 'home') returning id),
          seller as (insert into sellers (name) values ('Seller') returning id),
          offer as (insert into offers (buyer_id, seller_id, state)
                    select someone.id, seller.id, 'accepted' from someone, seller returning id, buyer_id, seller_id)
     insert into purchase_orders (offer_id, buyer_id, seller_id, total_cents, fee_bps, fee_cents, total_net_to_seller,
                                  total_units, sku_count)
     select id, buyer_id, seller_id, 100, 1000, 10, 90, 1, 1 from offer returning id`,
  );
  return rows[0]?.id ?? 0;
}

export async function unitsOf(db: Db, ids: readonly number[]) {
  const rows = await db('products').whereIn('id', ids).select('id', 'units');
  return ids.map((id) => rows.find((row) => row.id === id)?.units);
}

export const ledgerOf = (db: Db, productId: number) =>
  db('stock_movements')
    .where({ product_id: productId })
    .orderBy('id')
    .select('units', 'reason', 'purchase_order_id');

export interface StockLine {
  readonly product_id: number;
  readonly quantity: Units;
}

const sell = statement<{ missing: readonly number[] | null }>(
  'sell in a test',
  `with ${takeStock({ products: '$1', quantities: '$2', isNegotiated: 'false' })}, made as (
     select $3::int as id where not exists (select from missing)
   ), sold as (${recordSale({ order: 'made', user: 'null' })}
   )
   select (select array_agg(product_id order by product_id) from missing) as missing`,
);

/** As the statement that creates an order does, for one that is there. Throws OutOfStock. */
export async function sellStock(tx: Tx, lines: readonly StockLine[], orderId: number): Promise<void> {
  const [answer] = await sell(tx, [
    lines.map(({ product_id }) => product_id),
    lines.map(({ quantity }) => quantity),
    orderId,
  ]);
  if (answer?.missing) throw new OutOfStock(answer.missing);
}
