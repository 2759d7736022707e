import type { Knex } from 'knex';
import { sqlList, statement } from '../../db/sql';
import { unconfirmedStatuses } from '../orders/state-machine';

/** Debit is positive, each transaction's key makes it repeatable (docs/rules.md#ledger). The backfill uses these, too. */
const posting = (transactions: string, entries: string) => `
  with posted as (
    insert into ledger_transactions (key, kind, seller_id, purchase_order_id, adjustment_id, payout_id, at)
    ${transactions}
    on conflict (key) do nothing
    returning id, seller_id, purchase_order_id, adjustment_id, payout_id
  )
  insert into ledger_entries (transaction_id, account, seller_id, purchase_order_id, amount_cents)
  select posted.id, entry.account, posted.seller_id, posted.purchase_order_id, entry.amount
    from posted ${entries}
   where entry.amount <> 0`;

/** Confirmed by anyone at any time, canceled since or not. */
export const WAS_PAID = `(paid_at is not null or status not in ${sqlList([...unconfirmedStatuses, 'canceled'])})`;

const PAID = posting(
  `select 'order:' || id || ':paid', 'paid', seller_id, id, null::int, null::int, coalesce(paid_at, created_at)
     from purchase_orders where id = any($1::int[]) and ${WAS_PAID} order by id`,
  `join purchase_orders paid on paid.id = posted.purchase_order_id
   cross join lateral (values ('cash', total_cents), ('seller_pending', -total_net_to_seller), ('fees', -fee_cents))
     as entry (account, amount)`,
);

const sumsOfOrder = (condition: string) => `cross join lateral (
  select account, sum(amount_cents)::bigint as amount from ledger_entries
   where purchase_order_id = posted.purchase_order_id ${condition} group by account) as held`;

const CANCELED = posting(
  `select 'order:' || id || ':canceled', 'canceled', seller_id, id, null::int, null::int, status_since
     from purchase_orders where id = any($1::int[]) and status = 'canceled' and ${WAS_PAID} order by id`,
  `${sumsOfOrder('')} cross join lateral (values (held.account, -held.amount)) as entry (account, amount)`,
);

const RELEASED = posting(
  `select 'order:' || id || ':released', 'released', seller_id, id, null::int, null::int, released_at
     from purchase_orders where id = any($1::int[]) and released_at is not null order by id`,
  `${sumsOfOrder(`and account = 'seller_pending'`)}
   cross join lateral (values ('seller_pending', -held.amount), ('seller_available', held.amount))
     as entry (account, amount)`,
);

const ADJUSTMENTS = posting(
  `select 'adjustment:' || adjustments.id, 'adjustment', seller_id, purchase_order_id, adjustments.id, null::int,
          adjustments.created_at
     from adjustments join purchase_orders on purchase_orders.id = adjustments.purchase_order_id
    where purchase_order_id = any($1::int[]) order by adjustments.id`,
  `join adjustments on adjustments.id = posted.adjustment_id
   cross join lateral (values
     ('cash', -(goods_cents + freight_cents)),
     ('fees', fee_cents),
     (case when exists (select from ledger_transactions where key = 'order:' || posted.purchase_order_id || ':released')
           then 'seller_available' else 'seller_pending' end, net_cents)) as entry (account, amount)`,
);

const PAYOUTS = posting(
  `select 'payout:' || id, 'payout', seller_id, null::int, null::int, id, updated_at
     from payouts where id = any($1::int[]) and status = 'paid' order by id`,
  `join payouts on payouts.id = posted.payout_id
   cross join lateral (values ('seller_available', amount_cents), ('cash', -amount_cents)) as entry (account, amount)`,
);

const post = (name: string, sql: string) => {
  const run = statement(`post ${name}`, sql);
  return (db: Knex, ids: readonly number[]) => run(db, [ids]);
};

export const postPaid = post('paid', PAID);
export const postCanceled = post('canceled', CANCELED);
export const postReleased = post('released', RELEASED);
export const postAdjustments = post('adjustments', ADJUSTMENTS);
export const postPayouts = post('payouts', PAYOUTS);
