import type { Knex } from 'knex';
import { idsOf } from '../../db/rows';
import type { Tx } from '../../db/transaction';
import { postPayouts } from './postings';

/** What of released orders is in no live payout. `orders` is a condition on purchase_orders. */
export const openItems = (orders: string) => `
  select purchase_orders.id as purchase_order_id, seller_id, null::int as adjustment_id,
         total_net_to_seller as amount
    from purchase_orders
   where ${orders} and released_at is not null and not exists (
     select from payout_items
      where payout_items.purchase_order_id = purchase_orders.id and adjustment_id is null and not void)
  union all
  select purchase_orders.id, seller_id, adjustments.id, -net_cents
    from adjustments join purchase_orders on purchase_orders.id = adjustments.purchase_order_id
   where ${orders} and released_at is not null and not exists (
     select from payout_items where adjustment_id = adjustments.id and not void)`;

/** A paid payout for each released order that is in none and has something left to pay. Needs the orders' locks. Returns their ids. */
export async function payOutSingly(tx: Tx | Knex, ids: readonly number[], reference: string) {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `with items as materialized (${openItems('purchase_orders.id = any(:ids)')}),
     due as materialized (
       select purchase_order_id, seller_id, sum(amount)::bigint as amount,
              nextval(pg_get_serial_sequence('payouts', 'id'))::int as payout_id
         from items group by purchase_order_id, seller_id having sum(amount) > 0
     ), written as (
       insert into payouts (id, seller_id, amount_cents, status, reference, paid_on, created_at, updated_at)
       overriding system value
       select payout_id, due.seller_id, amount, 'paid', :reference, (status_since at time zone 'UTC')::date,
              status_since, status_since
         from due join purchase_orders on purchase_orders.id = purchase_order_id
     ), listed as (
       insert into payout_items (payout_id, purchase_order_id, adjustment_id, amount_cents)
       select payout_id, items.purchase_order_id, adjustment_id, items.amount
         from items join due using (purchase_order_id)
     )
     select payout_id as id from due`,
    { ids: [...ids], reference },
  );
  const written = idsOf(rows);
  await postPayouts(tx, written);
  return written;
}
