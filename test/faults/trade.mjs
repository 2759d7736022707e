// Clients that trade and record acknowledged actions, to compare with the database afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from './process.mjs';

const BUYERS = ['buyer@example.com', 'buyer2@example.com'];

/** Retries until there is a response; returns null for a refusal. */
async function insist(isOver, act) {
  while (!isOver()) {
    const answer = await act().catch(() => null);
    if (answer && answer.status < 500) return answer.status < 300 ? answer.body : null;
    await pause(20);
  }
  return null;
}

/** Sellers list, buyers buy at once, staff cancel. */
export async function trade(origin, isOver) {
  const seller = await signIn(origin, 'seller@example.com');
  const staff = await signIn(origin, 'admin@example.com');
  const buyers = await Promise.all(BUYERS.map((email) => signIn(origin, email)));
  const kept = { products: new Set(), orders: new Map(), canceled: new Set() };
  let number = 10_000_000_000 + Math.floor(Math.random() * 80_000_000_000);

  async function list() {
    while (!isOver()) {
      const product = {
        name: 'Fault-proof mug',
        upc: String(number++),
        photo_1: 'https://pictures.example.com/mug.jpg',
        msrp_cents: 2_000,
        wholesale_cents: 900,
        seller_price_cents: 1_000,
        units: 1_000,
      };
      const made = await seller.call('POST', '/products', { product }).catch(() => null);
      if (made?.status === 201) kept.products.add(made.body.id);
      await pause(50);
    }
  }

  async function buy({ call }) {
    while (!isOver()) {
      const ids = [...kept.products];
      const product_id = ids[Math.floor(Math.random() * ids.length)];
      await pause(20);
      if (!product_id) continue;
      const lines = [{ product_id, quantity: 1 + Math.floor(Math.random() * 3), unit_price: 1_000 }];
      const offer = { seller_user_id: seller.user.id, offer_products_attributes: lines };
      const draft = await insist(isOver, () => call('POST', '/offers', { offer }));
      if (!draft) continue;
      // Retries like a client that lost its connection; there must be only one order.
      const bought = await insist(isOver, () => call('PUT', `/offers/${draft.data.id}/accept`, {}));
      if (bought) kept.orders.set(bought.data.id, bought.data.attributes.purchase_order_id);
    }
  }

  async function cancel() {
    while (!isOver()) {
      await pause(150);
      const order = [...kept.orders.values()].find((id) => !kept.canceled.has(id));
      if (!order) continue;
      const path = `/admin/purchase_orders/${order}/state_transitions`;
      const answer = await staff.call('POST', path, { event: 'cancel' }).catch(() => null);
      // 409: completed, but the response was lost.
      if (answer?.status === 200 || answer?.status === 409) kept.canceled.add(order);
    }
  }

  return { kept, done: Promise.all([list(), ...buyers.map(buy), cancel()]) };
}

const one = async (client, sql, values) => (await client.query(sql, values)).rows[0].n;

/** Checks that no acknowledged action is lost or duplicated and that the ledger adds up. */
export async function holdAgainst(client, { products, orders, canceled }, holds) {
  const n = (sql, ...values) => one(client, `select count(*)::int as n from ${sql}`, values);
  holds(
    'no acknowledged listing is lost',
    (await n('products where id = any($1)', [...products])) === products.size,
    products.size,
  );
  const found = await n(
    'purchase_orders where (offer_id, id) in (select unnest($1::int[]), unnest($2::int[]))',
    [...orders.keys()].map(Number),
    [...orders.values()],
  );
  holds('no acknowledged order is lost, none answered twice differently', found === orders.size, orders.size);
  holds(
    'no offer has two orders',
    (await n('(select offer_id from purchase_orders group by 1 having count(*) > 1) as doubled')) === 0,
  );
  holds(
    'every acknowledged cancel stands',
    (await n(`purchase_orders where id = any($1) and status = 'canceled'`, [...canceled])) === canceled.size,
    canceled.size,
  );
  const off = await n(
    'products where units <> (select coalesce(sum(units), 0) from stock_movements where product_id = products.id)',
  );
  holds('the ledger adds up', off === 0);
  const unsold = await n(
    `products where id = any($1) and units <> 1000 - (select coalesce(sum(quantity), 0) from purchase_order_products lines
       join purchase_orders orders on orders.id = lines.purchase_order_id and orders.status <> 'canceled' where lines.product_id = products.id)`,
    [...products],
  );
  holds('units are what was not sold', unsold === 0);
  // `order:id:cancel:version:person`; members of a company read them, too.
  const wrong = await n(
    `unnest($1::int[]) as canceled (id),
       lateral (select count(*) as sent, count(distinct split_part(event_key, ':', 5)) as readers from mails
                 where event_key like 'order:' || canceled.id || ':cancel:%') as mails
      where sent <> readers or readers < 2`,
    [...canceled],
  );
  holds('nobody has two mails of a canceled order, and both sides have one', wrong === 0);
}
