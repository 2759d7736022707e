// Sessions that trade by the statements of the version before 0094, and what they wait for.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const WRITERS = 8;
const any = (count) => 1 + Math.floor(Math.random() * count);

const one = async (client, text, values) => (await client.query(text, values)).rows[0];

async function buy(client, { products }) {
  const product = any(products);
  const { seller_id } = await one(client, 'select seller_id from products where id = $1 for update', [
    product,
  ]);
  const buyer = any(1_000);
  const { id: offer } = await one(
    client,
    `insert into offers (buyer_id, seller_id, state, submitted_at, expires_at)
     values ($1, $2, 'seller_review', now(), now() + interval '1 day') returning id`,
    [buyer, seller_id],
  );
  await client.query(
    'insert into offer_products (offer_id, product_id, quantity, unit_price_cents, buyer_price_cents) values ($1, $2, 2, 1000, 1000)',
    [offer, product],
  );
  await client.query(`update offers set state = 'accepted' where id = $1`, [offer]);
  const { id: order } = await one(
    client,
    `insert into purchase_orders (offer_id, buyer_id, seller_id, total_cents, fee_bps, fee_cents, total_net_to_seller, total_units, sku_count)
     values ($1, $2, $3, 2000, 1000, 200, 1800, 2, 1) returning id`,
    [offer, buyer, seller_id],
  );
  await client.query(
    `insert into purchase_order_products (purchase_order_id, product_id, quantity, unit_cents, total_cents, net_to_seller, name, upc)
     values ($1, $2, 2, 1000, 2000, 1800, 'Mug', '10000000001')`,
    [order, product],
  );
  await client.query('update products set units = units - 2 where id = $1', [product]);
  await client.query(
    `insert into stock_movements (product_id, units, reason, purchase_order_id) values ($1, -2, 'sold', $2)`,
    [product, order],
  );
  await client.query(
    `insert into order_history (purchase_order_id, actor, event, to_status) values ($1, 'buyer', 'create', 'awaiting_initial_payment')`,
    [order],
  );
  await client.query(
    `insert into refunds (purchase_order_id, payment_intent_id, idempotency_key, amount_cents) values ($1, $2, $2, 1)`,
    [order, `order ${order}`],
  );
}

async function edit(client, { products }) {
  await client.query(
    'update products set seller_price_cents = 1000 + $2, name = $3, version = version + 1 where id = $1',
    [any(products), any(900), `Mug of kind ${any(5000)}`],
  );
  await client.query(`update users set full_name = $2, updated_at = now() where id = $1`, [
    any(500),
    `Name ${any(9)}`,
  ]);
  await client.query(`update sellers set version = version + 1 where id = $1`, [any(2)]);
  await client.query(
    `insert into mails (recipient, subject, text, html) values ('a@example.com', 's', 't', 'h')`,
  );
}

async function submit(client, { products }) {
  const product = any(products);
  const { seller_id } = await one(client, 'select seller_id from products where id = $1', [product]);
  const buyer = any(1_000);
  await client.query('select from buyers where id = $1 for update', [buyer]);
  const { id: offer } = await one(
    client,
    `insert into offers (buyer_id, seller_id, state, submitted_at, expires_at)
     values ($1, $2, 'seller_review', now(), now() + interval '1 day') returning id`,
    [buyer, seller_id],
  );
  await client.query(
    'insert into offer_products (offer_id, product_id, quantity, unit_price_cents, buyer_price_cents) values ($1, $2, 2, 1000, 1000)',
    [offer, product],
  );
  await client.query(
    `insert into offer_history (offer_id, actor, user_id, event, from_state, to_state, lines)
     values ($1, 'buyer', $2, 'submit', 'draft', 'seller_review', '[]')`,
    [offer, any(500)],
  );
}

async function signIn(client) {
  const { id: user } = await one(client, 'select id, password_digest from users where id = $1', [any(500)]);
  await client.query(`insert into sessions (sid, sess, expire) values ($1, $2, now() + interval '7 days')`, [
    randomUUID(),
    JSON.stringify({ passport: { user } }),
  ]);
  await client.query(
    `insert into bearer_tokens (id, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [randomUUID(), user],
  );
  await client.query(
    `insert into audit_log (actor_id, actor, action, subject_type, subject_id) values ($1, 'a', 'sign in', 'user', $1)`,
    [user],
  );
  await client.query('update users set updated_at = now() where id = $1', [user]);
}

const ACTS = [buy, edit, submit, signIn];

async function write(client, act, sizes) {
  await client.query('begin');
  await act(client, sizes);
  await client.query('commit');
}

/** `take()` returns the slowest transaction since the last call, and clears it; `stop()` ends them. */
export async function startWriters(url, sizes) {
  let isOver = false;
  let slowest = 0;
  let transactions = 0;
  const began = new Map();
  const errors = [];
  const loop = async (number) => {
    const client = new pg.Client({ connectionString: url, application_name: 'writer' });
    await client.connect();
    while (!isOver) {
      began.set(number, performance.now());
      await write(client, ACTS[number % ACTS.length], sizes).catch(async (error) => {
        errors.push(error.message);
        await client.query('rollback');
      });
      slowest = Math.max(slowest, performance.now() - began.get(number));
      began.delete(number);
      transactions++;
      await pause(10);
    }
    await client.end();
  };
  const loops = Promise.all(Array.from({ length: WRITERS }, (_none, number) => loop(number)));
  return {
    take() {
      const now = performance.now();
      const found = Math.max(slowest, ...[...began.values()].map((at) => now - at));
      slowest = 0;
      return found;
    },
    async stop() {
      isOver = true;
      await loops;
      return { errors, transactions };
    },
  };
}

const HELD = `
  select l.pid, c.relname, l.mode, l.virtualtransaction
    from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a on a.pid = l.pid
   where l.granted and a.application_name = 'lotwise' and c.relkind = 'r' and c.oid = any($1)
     and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** Watches for strong locks on tables that existed before. `take()` returns the longest since the last call. */
export async function watchLocks(url) {
  const client = new pg.Client({ connectionString: url, application_name: 'watcher' });
  await client.connect();
  const { rows } = await client.query(
    `select oid::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const existing = rows.map(({ oid }) => oid);
  let isOver = false;
  let longest = { ms: 0, lock: 'none' };
  const first = new Map();
  const look = async () => {
    while (!isOver) {
      const now = performance.now();
      for (const { relname, mode, virtualtransaction } of (await client.query(HELD, [existing])).rows) {
        const lock = `${mode} on ${relname}`;
        const key = `${virtualtransaction} ${lock}`;
        if (!first.has(key)) first.set(key, now);
        if (now - first.get(key) > longest.ms) longest = { ms: now - first.get(key), lock };
      }
      await pause(50);
    }
    await client.end();
  };
  const looking = look();
  return {
    take() {
      const found = longest;
      longest = { ms: 0, lock: 'none' };
      return found;
    },
    async stop() {
      isOver = true;
      await looking;
    },
  };
}
