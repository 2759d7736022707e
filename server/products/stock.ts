import type { Db } from '../../db/connection';
import type { Tx } from '../../db/transaction';
import type { Units } from '../contract/money';
import { SELLABLE } from './visibility';

/** Some products are unavailable in this quantity. The transaction must be rolled back. */
export class OutOfStock extends Error {
  constructor(readonly productIds: readonly number[]) {
    super(`Out of stock: ${productIds.join(', ')}`);
  }
}

type StockReason = 'initial' | 'edit' | 'import';

interface Taking {
  /** Of the lines, as an array; so are their quantities. */
  readonly products: string;
  readonly quantities: string;
  /** By an offer that was sent: a pause does not end it. */
  readonly isNegotiated: string;
}

/**
 * SQL, with names of parameters: `missing` has the products that cannot be had. Where it has none, `taken` has those that
 * were taken, with the units that are left. Locks in id order. Buyers compete for these rows: what follows
 * it should go out with the commit. Roll back where something is missing.
 */
export const takeStock = ({ products, quantities, isNegotiated }: Taking) => `
   wanted as (
     select product_id, sum(quantity) as quantity
       from unnest(${products}::int[], ${quantities}::bigint[]) as line (product_id, quantity)
      group by product_id
   ), had as materialized (
     select products.id, wanted.quantity::bigint as quantity
       from wanted
       join products on products.id = wanted.product_id
       join sellers on sellers.id = products.seller_id
      where products.units >= wanted.quantity and ${SELLABLE} and (not products.paused or ${isNegotiated}::boolean)
      order by products.id
        for no key update of products
   ), missing as materialized (
     select product_id from wanted where product_id not in (select id from had)
   ), taken as (
     update products set units = products.units - had.quantity, updated_at = now()
       from had
      where products.id = had.id and not exists (select from missing)
     returning products.id, products.units
   )`;

/** SQL: the ledger's entries of what `takeStock` took. `order` names a row with the order's id, if it was made. */
export const recordSale = ({ order, user }: { readonly order: string; readonly user: string }) => `
     insert into stock_movements (product_id, units, reason, purchase_order_id, user_id)
     select had.id, -had.quantity, 'sold', ${order}.id, ${user}::int
       from had, ${order}
      order by had.id`;

// The greatest units there can be: returned units above it stay sold.
const MOST = '9000000000000000000';

/** Locks the orders' products in id order, like acceptances. Call before returning several orders. */
export const lockStockOf = async (tx: Tx, orderIds: readonly number[]) =>
  void (await tx.raw(
    `select from products
      where id in (select product_id from stock_movements where purchase_order_id = any(?))
      order by id
        for no key update`,
    [[...orderIds]],
  ));

const RETURN_STOCK = `with held as (
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
   order by id`;

/** Returns the order's units. Idempotent: the ledger knows what remains to return. */
export async function returnStock(
  tx: Tx,
  purchaseOrderId: number,
  userId: number | null = null,
): Promise<void> {
  // A separate statement, so that the next one sees what the previous lock holder returned.
  await lockStockOf(tx, [purchaseOrderId]);
  await tx.raw(RETURN_STOCK, { order: purchaseOrderId, user: userId });
}

// The clock under the lock: a count of before has to find the units set after it.
const SET_UNITS = `with wanted as (
    select product_id, units from unnest(cast(:products as int[]), cast(:units as bigint[])) as line (product_id, units)
  ), locked as materialized (
    select products.id, coalesce(products.units, 0) as before, wanted.units as after
      from wanted
      join products on products.id = wanted.product_id
     order by products.id
       for no key update of products
  ), changed as (
    update products set units = locked.after, updated_at = now(),
           counted_at = coalesce(cast(:counted_at as timestamptz), clock_timestamp())
      from locked
     where products.id = locked.id
  )
  insert into stock_movements (product_id, units, reason, user_id)
  select id, coalesce(after, 0) - before, :reason, cast(:user as int)
    from locked
   where coalesce(after, 0) <> before
   order by id`;

/** Each product at most once. Null means unknown (TBD). `countedAt` is for which moment they are set, by default now. */
export async function setUnitsOfMany(
  tx: Tx,
  stock: readonly { readonly product_id: number; readonly units: Units | null }[],
  reason: StockReason,
  userId: number | null,
  countedAt: Date | null = null,
): Promise<void> {
  await tx.raw(SET_UNITS, {
    products: stock.map(({ product_id }) => product_id),
    units: stock.map(({ units }) => (units === null ? null : String(units))),
    reason,
    user: userId,
    counted_at: countedAt,
  });
}

export interface CountTime {
  readonly product_id: number;
  readonly counted_at: Date | null;
}

/** For which moment the units of locked products are, once an undo has brought them back. */
export const setCountTimes = async (tx: Tx, times: readonly CountTime[]): Promise<void> =>
  void (await tx.raw(
    `update products set counted_at = given.counted_at
       from unnest(cast(:products as int[]), cast(:times as timestamptz[])) as given (product_id, counted_at)
      where id = given.product_id`,
    {
      products: times.map(({ product_id }) => product_id),
      times: times.map(({ counted_at }) => counted_at?.toISOString() ?? null),
    },
  ));

/** Units sold (below 0) and returned since then, of products where there are any. */
export async function movedSince(
  db: Pick<Db, 'raw'>,
  productIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, Units>> {
  const { rows } = await db.raw<{ rows: { product_id: number; units: Units }[] }>(
    `select product_id, sum(units)::bigint as units from stock_movements
      where product_id = any(?) and at > ? and reason in ('sold', 'returned') group by product_id`,
    [[...productIds], since],
  );
  return new Map(rows.map(({ product_id, units }) => [product_id, units]));
}

export const setUnits = (
  tx: Tx,
  productId: number,
  units: Units | null,
  reason: StockReason,
  userId: number | null,
): Promise<void> => setUnitsOfMany(tx, [{ product_id: productId, units }], reason, userId);

export interface CountedUnits {
  readonly product_id: number;
  /** What could be sold then. */
  readonly units: Units;
  readonly counted_at: Date;
}

export interface CountVerdict {
  readonly product_id: number;
  /** The units were set for a later moment, so the count changed nothing. */
  readonly is_outdated: boolean;
  readonly before: Units | null;
  readonly after: Units | null;
  /** How many more were sold since the count than it had; the stock is 0. */
  readonly oversold: Units;
}

// A clock that runs ahead counts now: what is sold from here on is taken off.
const SET_COUNTED_UNITS = `with wanted as (
    select product_id, units, least(counted_at, clock_timestamp()) as counted_at
      from unnest(cast(:products as int[]), cast(:units as bigint[]), cast(:times as timestamptz[]))
        as line (product_id, units, counted_at)
  ), locked as materialized (
    select products.id, products.units as before, wanted.units, wanted.counted_at,
           coalesce(products.counted_at > wanted.counted_at, false) as is_outdated
      from wanted
      join products on products.id = wanted.product_id
     order by products.id
       for no key update of products
  ), judged as materialized (
    select locked.*, case when is_outdated then before else least(greatest(sellable, 0), ${MOST})::bigint end as after,
           case when is_outdated then 0 else greatest(-sellable, 0) end::bigint as oversold
      from locked
     cross join lateral (
       select locked.units + coalesce(sum(moved.units), 0) as sellable
         from stock_movements moved
        where moved.product_id = locked.id and moved.at > locked.counted_at and moved.reason in ('sold', 'returned')
     ) since
  ), changed as (
    update products set units = judged.after, counted_at = judged.counted_at, updated_at = now()
      from judged
     where products.id = judged.id and not judged.is_outdated
  ), noted as (
    insert into stock_movements (product_id, units, reason, user_id)
    select id, after - coalesce(before, 0), :reason, cast(:user as int)
      from judged
     where after <> coalesce(before, 0)
     order by id
  )
  select id as product_id, is_outdated, before, after, oversold from judged order by id`;

/**
 * Each product at most once, locked by an earlier statement, so that this one sees every sale before. Units sold since
 * the count stay sold, returned ones come back; of two counts the later holds, in whatever order they arrive.
 */
export async function setCountedUnits(
  tx: Tx,
  counts: readonly CountedUnits[],
  reason: StockReason,
  userId: number | null,
): Promise<readonly CountVerdict[]> {
  const { rows } = await tx.raw<{ rows: CountVerdict[] }>(SET_COUNTED_UNITS, {
    products: counts.map(({ product_id }) => product_id),
    units: counts.map(({ units }) => String(units)),
    times: counts.map(({ counted_at }) => counted_at.toISOString()),
    reason,
    user: userId,
  });
  return rows;
}

/** The ledger entry of a product that was written with its units. */
export const recordInitialUnits = async (tx: Tx, product_id: number, units: Units, userId: number) =>
  void (await tx('stock_movements').insert({ product_id, units, reason: 'initial', user_id: userId }));
