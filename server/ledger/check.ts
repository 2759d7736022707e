import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import { object } from '../contract/fields';
import { job } from '../jobs/job';
import type { Services } from '../services';
import { openItems } from './payout-items';
import { WAS_PAID } from './postings';

interface Mismatch {
  subject: string;
  problem: string;
  purchase_order_id: number | null;
}

const WRITTEN = `(purchase_orders.id <= (select after_id from ledger_backfill)
  or (select finished_at from ledger_backfill) is not null)`;

const ORDERS = `
  with expected as (
    select purchase_orders.id, po_number,
           case when ${WAS_PAID} and status <> 'canceled' then 1 else 0 end as held,
           released_at is not null as released, total_cents, fee_cents, total_net_to_seller as net,
           coalesce(back.money, 0) as money_back, coalesce(back.fee, 0) as fee_back, coalesce(back.net, 0) as net_back
      from purchase_orders left join (
        select purchase_order_id, sum(goods_cents + freight_cents) as money, sum(fee_cents) as fee, sum(net_cents) as net
          from adjustments group by purchase_order_id) back on back.purchase_order_id = purchase_orders.id
     where ${WRITTEN}
  ), entered as (
    select purchase_order_id as id,
           coalesce(sum(amount_cents) filter (where account = 'cash'), 0) as cash,
           coalesce(sum(amount_cents) filter (where account = 'fees'), 0) as fees,
           coalesce(sum(amount_cents) filter (where account = 'seller_pending'), 0) as pending,
           coalesce(sum(amount_cents) filter (where account = 'seller_available'), 0) as available
      from ledger_entries where purchase_order_id is not null group by purchase_order_id
  )
  select po_number as subject, 'The order and its ledger differ' as problem, expected.id as purchase_order_id
    from expected left join entered using (id)
   where coalesce(cash, 0) <> held * (total_cents - money_back)
      or coalesce(fees, 0) <> -held * (fee_cents - fee_back)
      or coalesce(pending, 0) <> -held * (net - net_back) * (not released)::int
      or coalesce(available, 0) <> -held * (net - net_back) * released::int`;

const TRANSACTIONS = `
  select key as subject, 'The transaction does not sum to 0' as problem, purchase_order_id
    from ledger_transactions
   where id in (select transaction_id from ledger_entries group by transaction_id having sum(amount_cents) <> 0)`;

const BALANCES = `
  with entered as (
    select ledger_entries.seller_id,
           coalesce(-sum(amount_cents) filter (where account = 'seller_pending'), 0) as pending,
           coalesce(-sum(amount_cents) filter (where account = 'seller_available'), 0) as available,
           coalesce(-sum(amount_cents) filter (where account = 'cash' and kind = 'payout'), 0) as paid
      from ledger_entries join ledger_transactions posted on posted.id = transaction_id
     group by ledger_entries.seller_id
  )
  select 'Seller ' || seller_id as subject, 'The balance and the ledger differ' as problem,
         null::int as purchase_order_id
    from entered full join seller_balances using (seller_id)
   where coalesce(pending, 0) <> coalesce(pending_cents, 0)
      or coalesce(available, 0) <> coalesce(available_cents, 0)
      or coalesce(paid, 0) <> coalesce(paid_cents, 0)`;

/** What is available is what is in draft payouts and in none. */
const AVAILABLE = `
  with open as (select seller_id, sum(amount) as amount from (${openItems('true')}) items group by seller_id),
  drafts as (select seller_id, sum(amount_cents) as amount from payouts where status = 'draft' group by seller_id)
  select 'Seller ' || seller_id as subject, 'What is available and what can be paid out differ' as problem,
         null::int as purchase_order_id
    from seller_balances left join open using (seller_id) left join drafts using (seller_id)
   where available_cents <> coalesce(open.amount, 0) + coalesce(drafts.amount, 0)`;

const PAYOUTS = `
  select payout_number as subject,
         case when items.amount is distinct from amount_cents then 'The payout and its orders differ'
              else 'The payout and its ledger differ' end as problem,
         null::int as purchase_order_id
    from payouts
    left join (select payout_id, sum(amount_cents) as amount from payout_items group by payout_id) items
      on items.payout_id = payouts.id
    left join (select payout_id, -sum(amount_cents) as amount
                 from ledger_transactions join ledger_entries on transaction_id = ledger_transactions.id
                where account = 'cash' and payout_id is not null group by payout_id) posted
      on posted.payout_id = payouts.id
   where items.amount is distinct from amount_cents
      or coalesce(posted.amount, 0) <> case when status = 'paid' then amount_cents else 0 end`;

/** Money that went back without its refund, or the reverse. */
const REFUNDS = `
  select po_number || ' refund ' || adjustments.number as subject, 'The refund and its ledger differ' as problem,
         purchase_orders.id as purchase_order_id
    from adjustments join purchase_orders on purchase_orders.id = purchase_order_id
    left join refunds on refunds.adjustment_id = adjustments.id
   where kind <> 'provider' and refunds.amount_cents is distinct from goods_cents + adjustments.freight_cents`;

/** Each returns a row of (subject, problem, purchase_order_id) for what does not agree. */
export const ledgerStatements: readonly string[] = [
  TRANSACTIONS,
  BALANCES,
  ORDERS,
  AVAILABLE,
  PAYOUTS,
  REFUNDS,
];

async function findMismatches(db: Knex): Promise<Mismatch[]> {
  const tx = await db.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
  try {
    await tx.raw('set local statement_timeout = 0');
    const found: Mismatch[] = [];
    for (const check of ledgerStatements) found.push(...(await tx.raw<{ rows: Mismatch[] }>(check)).rows);
    return found;
  } finally {
    await tx.rollback();
  }
}

/** Compares the ledger with orders, refunds and payouts, and leaves what differs to the needs-attention board. */
export async function check({ db, transaction }: Pick<Services, 'db' | 'transaction'>): Promise<Mismatch[]> {
  const found = await findMismatches(db);
  await transaction(async (tx) => {
    await deleteOthers(tx, found);
    if (found.length > 0)
      await tx('ledger_mismatches').insert(found).onConflict(['subject', 'problem']).ignore();
  });
  return found;
}

const deleteOthers = (tx: Tx, found: readonly Mismatch[]) =>
  tx('ledger_mismatches')
    .whereRaw('(subject, problem) not in (select * from unnest(?::text[], ?::text[]))', [
      found.map(({ subject }) => subject),
      found.map(({ problem }) => problem),
    ])
    .delete();

export const checkLedger = job('check-ledger', object({}), async (services) => {
  const found = await check(services);
  if (found.length > 0)
    services.log.error({ found: found.slice(0, 20), total: found.length }, 'the ledger does not add up');
});

/** `npm run ledger:check`. Throws with what differs. */
export async function checkAtOnce(services: Services): Promise<string> {
  const found = await check(services);
  if (found.length > 0)
    throw new Error(
      [`${found.length} ${found.length === 1 ? 'mismatch' : 'mismatches'} in the ledger:`]
        .concat(found.slice(0, 50).map(({ subject, problem }) => `${subject}: ${problem}`))
        .join('\n'),
    );
  return 'The ledger agrees with orders, refunds and payouts.';
}
