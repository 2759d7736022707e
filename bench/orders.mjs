// Orders, earnings and claims, each beside one statement that reads or writes the same rows. Of the buyer and the
// seller with the most orders.
import { signIn } from './trade.mjs';

const STAFF = 'bench-staff@example.com';
const SHOWN = 100;
const RELEASED = 400;

const staffAccount = `
  insert into users (email, full_name, status, admin, password_digest)
    select $1, 'Bench', 'onboarded', true, password_digest from users where email like '%@large.example.com' limit 1
  on conflict do nothing`;

const busiest = (party) => `
  select email, ${party}_id as party from users
   where ${party}_id = (select ${party}_id from purchase_orders group by 1 order by count(*) desc limit 1)`;

const ordersOf = (party, condition, order) => `
  select orders.*, lines.*
    from (select * from purchase_orders where ${party}_id = $1 and ${condition} order by ${order} limit ${SHOWN}) orders
    join purchase_order_products lines on lines.purchase_order_id = orders.id`;

const bareOrders = (party, id) => ({
  text: `${ordersOf(party, `status not in ('completed', 'canceled')`, 'created_at desc')} union all ${ordersOf(party, `status in ('completed', 'canceled')`, 'created_at desc')}`,
  values: [id],
});

/** All that an order's page shows, in one message. */
const bareOrder = (id) => ({
  text: [
    `select purchase_orders.*, buyers.name, sellers.name from purchase_orders
       join buyers on buyers.id = buyer_id join sellers on sellers.id = seller_id where purchase_orders.id = ${id}`,
    ...[
      'purchase_order_products',
      'order_history',
      'order_activity',
      'shipments',
      'adjustments',
      'claims',
      'documents',
    ].map((table) => `select * from ${table} where purchase_order_id = ${id}`),
    `select shipment_lines.* from shipment_lines join shipments on shipments.id = shipment_id where purchase_order_id = ${id}`,
    `select shipment_tracking.* from shipment_tracking join shipments on shipments.id = shipment_id where purchase_order_id = ${id}`,
  ].join(';'),
});

/** Without the names and states beside the lines. */
const bareEntries = (sellerId, which, values = []) => ({
  text: `select posted.*, entry.account, entry.amount_cents
    from (select * from ledger_transactions where seller_id = $1 and kind <> 'released' ${which}) posted
    join ledger_entries entry on entry.transaction_id = posted.id`,
  values: [sellerId, ...values],
});

const barePayouts = (shown) => ({
  text: `select payouts.*, sellers.name, (select count(*) from payout_items where payout_id = payouts.id) from payouts
      join sellers on sellers.id = seller_id order by payouts.status <> 'draft',
        coalesce(payouts.paid_on, (payouts.created_at at time zone 'utc')::date) desc, payouts.id desc limit ${shown};
    select seller_balances.*, sellers.name from seller_balances join sellers on sellers.id = seller_id;
    select status, count(*) from payouts group by status`,
});

const bareClaims = (shown) => ({
  text: `select claims.*, purchase_orders.*, claim_lines.*, claim_messages.*, claim_photos.*
      from (select * from claims where status = 'in_review' order by id limit ${shown}) claims
      join purchase_orders on purchase_orders.id = purchase_order_id
      join claim_lines on claim_lines.claim_id = claims.id
      left join claim_messages on claim_messages.claim_id = claims.id
      left join claim_photos on claim_photos.claim_id = claims.id;
    select status, count(*) from claims group by status`,
});

const COPIES = `
  create table if not exists bench_transactions (like ledger_transactions including all);
  create table if not exists bench_entries (like ledger_entries including all)`;

/** What a release writes, without reading or judging anything, into copies of the tables that only grow. */
const bareRelease = (id) => ({
  text: `with changed as (
      update purchase_orders set updated_at = updated_at where id = $1 returning id, seller_id, total_net_to_seller as net
    ), posted as (
      insert into bench_transactions (key, kind, seller_id, purchase_order_id)
      select gen_random_uuid(), 'released', seller_id, id from changed returning id, seller_id, purchase_order_id
    )
    insert into bench_entries (transaction_id, account, seller_id, purchase_order_id, amount_cents)
    select posted.id, account, posted.seller_id, purchase_order_id, net
      from posted, changed, (values ('seller_pending'), ('seller_available')) entry (account)`,
  values: [id],
});

/** The least that compares the ledger with orders: one pass over each. */
const BARE_CHECK = {
  text: `select count(*) from (select purchase_order_id, account, sum(amount_cents) from ledger_entries group by 1, 2) entered
    join purchase_orders on purchase_orders.id = purchase_order_id`,
};

/** Rows as in scenes.mjs, with `bare` as a statement; `once` works once each. */
export async function orderScenes(client, agent, origin) {
  await client.query(staffAccount, [STAFF]);
  await client.query(COPIES);
  const one = async (sql, values) => (await client.query(sql, values)).rows[0];
  const buyer = await one(busiest('buyer'));
  const seller = await one(busiest('seller'));
  const as = async (email) => (await signIn(agent, origin, email)).bearer;
  const [ofBuyer, ofSeller, ofStaff] = [await as(buyer.email), await as(seller.email), await as(STAFF)];
  const { id } = await one(
    `select id from purchase_orders where buyer_id = $1 and status = 'completed' order by id desc limit 1`,
    [buyer.party],
  );
  const { rows: toRelease } = await client.query(
    `select id from purchase_orders where status = 'received' and released_at is null
        and not exists (select from claims where purchase_order_id = purchase_orders.id) limit $1`,
    [RELEASED],
  );
  const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7);
  const read = (name, path, headers, bare) => ({ name, exchange: () => ({ path, headers }), bare });
  const orders = `/marketplace/purchase_orders?per=${SHOWN}`;
  return [
    read('My Orders, buyer', orders, ofBuyer, bareOrders('buyer', buyer.party)),
    read('My Orders, seller', orders, ofSeller, bareOrders('seller', seller.party)),
    read('To ship list', `${orders}&sort=ship_by`, ofSeller, bareOrders('seller', seller.party)),
    read('an order', `/marketplace/purchase_orders/${id}`, ofBuyer, bareOrder(id)),
    read(
      'Earnings, page 1',
      '/marketplace/ledger?per=50',
      ofSeller,
      bareEntries(seller.party, 'order by at desc limit 50'),
    ),
    read(
      'Earnings, page 100',
      '/marketplace/ledger?per=50&page=100',
      ofSeller,
      bareEntries(seller.party, 'order by at desc limit 50 offset 4950'),
    ),
    read('payouts of a seller', '/marketplace/payouts?per=50', ofSeller, {
      text: `select *, (select count(*) from payout_items where payout_id = payouts.id) from payouts where seller_id = $1 order by id desc limit 50`,
      values: [seller.party],
    }),
    read(
      'statement CSV',
      `/marketplace/statements/${month}.csv`,
      ofSeller,
      bareEntries(seller.party, `and at >= $2 and at < $2::timestamptz + interval '1 month'`, [
        `${month}-01`,
      ]),
    ),
    read('sync, a page of 1,000', '/products?per=1000&include_deleted=true', ofSeller, {
      text: 'select * from products where seller_id = $1 order by id limit 1000',
      values: [seller.party],
    }),
    read('payouts of all', '/admin/payouts?per=50', ofStaff, barePayouts(50)),
    read('claims in review', '/admin/claims?status=in_review&per=50', ofStaff, bareClaims(50)),
    read('claims, all', '/admin/claims?per=50', ofStaff, bareClaims(50)),
    {
      name: 'release earnings',
      once: toRelease.map((order) => ({
        method: 'POST',
        path: `/admin/purchase_orders/${order.id}/release`,
        headers: ofStaff,
        body: { reason: 'Bench' },
      })),
      bare: toRelease[0] && bareRelease(toRelease[0].id),
    },
  ];
}

/** Seconds of `npm run ledger:check`, and of the bare pass. Throws where the ledger does not agree. */
export async function nightlyCheck(client, command) {
  const seconds = async (act) => {
    const began = performance.now();
    await act();
    return (performance.now() - began) / 1000;
  };
  return {
    check: await seconds(() => command('ledger:check')),
    bare: await seconds(() => client.query(BARE_CHECK)),
  };
}

export const withoutCopies = 'drop table if exists bench_transactions, bench_entries';
