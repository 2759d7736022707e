import { statement } from '../../db/prepared-statement';
import type { Tx } from '../../db/transaction';
import type { Units } from '../contract/money';
import { LISTED } from './visibility';

/** Some products cannot be had as wanted. The transaction must be rolled back: nothing may be kept of it. */
export class OutOfStock extends Error {
  constructor(readonly productIds: readonly number[]) {
    super(`Out of stock: ${productIds.join(', ')}`);
  }
}

export interface StockLine {
  readonly product_id: number;
  readonly quantity: Units;
}

type StockReason = 'initial' | 'edit' | 'import';

const takeStockStatement = statement<{ product_id: number }>(
  'take stock',
  `with wanted as (
     select product_id, sum(quantity) as quantity
       from unnest($1::int[], $2::bigint[]) as line (product_id, quantity)
      group by product_id
   ), had as materialized (
     select products.id, wanted.quantity::bigint as quantity
       from wanted
       join products on products.id = wanted.product_id
       join sellers on sellers.id = products.seller_id
      where products.units >= wanted.quantity and ${LISTED}
      order by products.id
        for no key update of products
   ), missing as materialized (
     select product_id from wanted where product_id not in (select id from had)
   ), taken as (
     update products set units = products.units - had.quantity, updated_at = now()
       from had
      where products.id = had.id and not exists (select from missing)
   ), noted as (
     insert into stock_movements (product_id, units, reason, purchase_order_id, user_id)
     select id, -quantity, 'sold', $3::int, $4::int
       from had
      where not exists (select from missing)
      order by id
   )
   select product_id from missing order by product_id`,
);

/**
 * Takes all lines or throws OutOfStock, in one round trip; the same product on two lines counts as one. Products
 * are locked in id order, so two acceptances cannot wait for each other. Meant to be the last act before the commit:
 * then the hot rows are held for no longer than that. Only what is listed can be had.
 */
export async function takeStock(
  tx: Tx,
  lines: readonly StockLine[],
  purchaseOrderId: number,
  userId: number | null,
): Promise<void> {
  const missing = await takeStockStatement(tx, [
    lines.map(({ product_id }) => product_id),
    lines.map(({ quantity }) => quantity),
    purchaseOrderId,
    userId,
  ]);
  if (missing.length > 0) throw new OutOfStock(missing.map(({ product_id }) => product_id));
}

// A seller may have raised the units meanwhile: what no longer fits under the most there can be stays sold.
const MOST = '9000000000000000000';

/** Locks the products of these orders in id order, as acceptances do. Before several orders are returned at once. */
export const lockStockOf = async (tx: Tx, orderIds: readonly number[]) =>
  void (await tx.raw(
    `select from products
      where id in (select product_id from stock_movements where purchase_order_id = any(?))
      order by id
        for no key update`,
    [[...orderIds]],
  ));

/** Gives back what the order still holds. Twice is once: the ledger says what is left to return. */
export async function returnStock(
  tx: Tx,
  purchaseOrderId: number,
  userId: number | null = null,
): Promise<void> {
  // Locked by a statement of its own: the next one then sees what whoever had the lock has returned.
  await lockStockOf(tx, [purchaseOrderId]);
  await tx.raw(
    `with held as (
       select product_id, -sum(units) as quantity
         from stock_movements
        where purchase_order_id = cast(:order as int)
        group by product_id
       having sum(units) < 0
     ), returned as materialized (
       select products.id, coalesce(products.units, 0) as before,
              least(coalesce(products.units, 0) + held.quantity, ${MOST})::bigint as after
         from held
         join products on products.id = held.product_id
     ), changed as (
       update products set units = returned.after, updated_at = now() from returned where products.id = returned.id
     )
     insert into stock_movements (product_id, units, reason, purchase_order_id, user_id)
     select id, after - before, 'returned', cast(:order as int), cast(:user as int)
       from returned
      where after > before
      order by id`,
    { order: purchaseOrderId, user: userId },
  );
}

/** What these products have from now on, in one round trip; each product at most once. null: not known (TBD). */
export async function setUnitsOfMany(
  tx: Tx,
  stock: readonly { readonly product_id: number; readonly units: Units | null }[],
  reason: StockReason,
  userId: number | null,
): Promise<void> {
  await tx.raw(
    `with wanted as (
       select product_id, units from unnest(cast(:products as int[]), cast(:units as bigint[])) as line (product_id, units)
     ), locked as materialized (
       select products.id, coalesce(products.units, 0) as before, wanted.units as after
         from wanted
         join products on products.id = wanted.product_id
        where products.units is distinct from wanted.units
        order by products.id
          for no key update of products
     ), changed as (
       update products set units = locked.after, updated_at = now() from locked where products.id = locked.id
     )
     insert into stock_movements (product_id, units, reason, user_id)
     select id, coalesce(after, 0) - before, :reason, cast(:user as int)
       from locked
      where coalesce(after, 0) <> before
      order by id`,
    {
      products: stock.map(({ product_id }) => product_id),
      units: stock.map(({ units }) => (units === null ? null : String(units))),
      reason,
      user: userId,
    },
  );
}

/** What the product has from now on; the ledger keeps the difference. */
export const setUnits = (
  tx: Tx,
  productId: number,
  units: Units | null,
  reason: StockReason,
  userId: number | null,
): Promise<void> => setUnitsOfMany(tx, [{ product_id: productId, units }], reason, userId);
