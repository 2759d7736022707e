// npm run bench:acts [-- --products=20000 --acts=60 --rows=100000 --server=postgres://…/postgres]
// Acts on offers at one connection, each in turn with one statement that writes the same rows; 200 acceptances of one
// product at once beside such statements; and the acts of parties with many offers, orders and messages.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { answering, buyerOf } from './answering.mjs';
import { number } from './goals.mjs';
import { agentFor, ask, percentile } from './load.mjs';
import { stage } from './stage.mjs';
import { addToCart, bareOffer } from './trade.mjs';

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    acts: { type: 'string', default: '60' },
    rows: { type: 'string', default: '100000' },
    server: { type: 'string' },
  },
});
const ACTS = Number(flags.acts);
const WARM = 20;
const AT_ONCE = 200;
const BUYERS = 8;
const ROUNDS = 5;
/** As many connections as a web process has. */
const POOL = 10;

const play = await stage(Number(flags.products), flags.server);
const client = new pg.Client(play.databaseUrl);
const agent = agentFor(1);
const crowd = agentFor(AT_ONCE);
const pool = new pg.Pool({ connectionString: play.databaseUrl, max: POOL });

const median = (values) =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

async function timed(act) {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

const MOVE = `
  with line as (update offer_products set seller_price_cents = unit_price_cents where offer_id = $1), entry as (
    insert into offer_history (offer_id, actor, event, from_state, to_state, lines)
    values ($1, 'buyer', 'submit', 'draft', 'rejected', '[]')
  )
  update offers set state = 'rejected', version = version + 1, updated_at = now() where id = $1`;

const ACCEPT = `
  with offer as (
    update offers set state = 'accepted', version = version + 1, updated_at = now() where id = $1
    returning id, buyer_id, seller_id, ship_to, shipping_terms
  ), entry as (
    insert into offer_history (offer_id, actor, event, from_state, to_state, lines)
    values ($1, 'buyer', 'accept', 'buyer_review', 'accepted', '[]')
  ), line as (
    select product_id, quantity, unit_price_cents, unit_price_cents * quantity as total, name, upc
      from offer_products join products on products.id = product_id where offer_id = $1
  ), made as (
    insert into purchase_orders (offer_id, buyer_id, seller_id, total_cents, fee_bps, fee_cents, total_net_to_seller,
        total_units, sku_count, ship_to, shipping_terms)
    select offer.id, buyer_id, seller_id, total, 0, 0, total, quantity, 1, ship_to, shipping_terms from offer, line
    returning id, status
  ), written as (
    insert into purchase_order_products (purchase_order_id, product_id, quantity, unit_cents, total_cents, net_to_seller,
        name, upc)
    select made.id, product_id, quantity, unit_price_cents, total, total, name, upc from made, line
  ), noted as (
    insert into order_history (purchase_order_id, actor, event, to_status) select id, 'buyer', 'create', status from made
  ), sold as (
    insert into stock_movements (product_id, units, reason, purchase_order_id)
    select product_id, -quantity, 'sold', made.id from made, line
  )
  update products set units = units - quantity from line where products.id = product_id and units >= quantity`;

const prepared = (name, text) => (id) => ({ name, text, values: [id] });
const bareChange = prepared(
  'bare change',
  `with line as (update offer_products set quantity = quantity + 1 where offer_id = $1)
   update offers set version = version + 1, updated_at = now() where id = $1`,
);
const bareMove = prepared('bare move', MOVE);
const bareAccept = prepared('bare accept', ACCEPT);

const lineIn = async (id) => {
  const { rows } = await client.query(
    'select id, quantity::int, unit_price_cents::int as price from offer_products where offer_id = $1',
    [id],
  );
  return rows[0];
};

/** `exchange(offer)` is the act; `bare(offer)` writes the same rows of an offer in the same state. */
const ACTS_ON_OFFERS = [
  {
    name: 'change a line',
    state: 'draft',
    bare: bareChange,
    exchange: async (id) => {
      const line = await lineIn(id);
      const body = { quantity: line.quantity + 1, unit_price: line.price };
      return { path: `/offers/${id}/offer_products/${line.id}`, body };
    },
  },
  { name: 'send an offer', state: 'draft', bare: bareMove, act: 'submit' },
  {
    name: 'counter',
    state: 'buyer_review',
    bare: bareMove,
    exchange: async (id) => {
      const line = await lineIn(id);
      const prices = [{ id: line.id, unit_price: line.price - 1 }];
      return {
        method: 'POST',
        path: `/offers/${id}/counter_offer`,
        body: { offer_products_attributes: prices },
      };
    },
  },
  { name: 'accept', state: 'buyer_review', bare: bareAccept, act: 'accept' },
];

const send = (buyer, exchange, by = agent) =>
  ask(by, play.origin, { method: 'PUT', body: {}, ...exchange, headers: buyer.bearer });

/** How long the act takes on the nth of the buyer's new offers, and what it is about. */
async function acting({ state, act, exchange }, buyer, count) {
  const made = answering(client, { state, act, buyers: [buyer] });
  const ids = await made.prepare(count);
  const exchanges = [];
  for (const id of ids) exchanges.push(exchange ? await exchange(id) : { path: `/offers/${id}/${act}` });
  return { ids, run: (n) => timed(() => send(buyer, exchanges[n])) };
}

async function adding(buyer) {
  const { products } = buyer;
  return { run: (n) => timed(() => send(buyer, addToCart(products[n % products.length], buyer.bearer))) };
}

let lastBuyer = 50;
/** Without drafts, of which a buyer has one per seller. */
const nextBuyer = () => buyerOf(client, { agent, origin: play.origin }, ++lastBuyer);

async function besideBare() {
  console.log('one connection: p50 ms, bare, ratio');
  const say = (name, own, bare) =>
    console.log(
      `${name.padEnd(16)}${[median(own), median(bare), median(own) / median(bare)].map(number).join(' · ')}`,
    );
  const buyer = await nextBuyer();
  const added = await adding(buyer);
  const [own, bare] = [[], []];
  for (let n = 0; n < WARM + ACTS; n++) {
    const product = buyer.products[n % buyer.products.length];
    own.push(await added.run(n));
    bare.push(await timed(() => client.query({ name: 'bare offer', ...bareOffer(buyer.buyerId, product) })));
  }
  say('add to cart', own.slice(WARM), bare.slice(WARM));
  for (const scene of ACTS_ON_OFFERS) {
    const { run } = await acting(scene, await nextBuyer(), WARM + ACTS);
    const others = answering(client, { state: scene.state, buyers: [await nextBuyer()] });
    const ids = await others.prepare(WARM + ACTS);
    const times = { own: [], bare: [] };
    for (const [n, id] of ids.entries()) {
      times.own.push(await run(n));
      times.bare.push(await timed(() => client.query(scene.bare(id))));
    }
    say(scene.name, times.own.slice(WARM), times.bare.slice(WARM));
  }
}

/** All on one product, each by the next of the buyers. */
async function atOnce(buyers) {
  const [product] = buyers[0].products;
  const offers = answering(client, {
    state: 'buyer_review',
    buyers: buyers.map((buyer) => ({ ...buyer, products: [product] })),
  });
  const ratios = [];
  for (let round = 0; round < ROUNDS; round++) {
    await client.query('update products set units = units + 1000000 where id = $1', [product.id]);
    const ids = await offers.prepare(AT_ONCE);
    const own = await timed(() =>
      Promise.all(
        ids.map((id, n) => send(buyers[n % buyers.length], { path: `/offers/${id}/accept` }, crowd)),
      ),
    );
    const others = await offers.prepare(AT_ONCE);
    const bare = await timed(() => Promise.all(others.map((id) => pool.query(bareAccept(id)))));
    ratios.push(own / bare);
    console.log(`${AT_ONCE} acceptances at once: ${number(own)} ms · bare ${number(bare)} ms`);
  }
  console.log(`${AT_ONCE} acceptances at once ÷ bare ${number(median(ratios))}`);
}

const GIVE = {
  offers: `insert into offers (buyer_id, seller_id, state, submitted_at, created_at)
    select $1, $2, 'accepted', now() - interval '1 year', now() - interval '1 year' from generate_series(1, $3::int)`,
  purchase_orders: `insert into purchase_orders (offer_id, buyer_id, seller_id, status, total_cents, fee_bps, fee_cents,
      total_net_to_seller, total_units, sku_count)
    select id, $1, $2, 'completed', 1000, 0, 0, 1000, 1, 1 from offers
     where buyer_id = $1 and seller_id = $2 and submitted_at = created_at limit $3`,
  messages: `insert into messages (offer_id, side, user_id, body)
    select id, 'buyer', (select id from users where buyer_id = $1 limit 1), 'Is it still there?' from offers
     where buyer_id = $1 and seller_id = $2 and submitted_at = created_at limit $3`,
};

const TAKE = [
  'delete from messages where offer_id in (select id from offers where buyer_id = $1 and submitted_at = created_at)',
  'delete from purchase_orders where offer_id in (select id from offers where buyer_id = $1 and submitted_at = created_at)',
  'delete from offers where buyer_id = $1 and submitted_at = created_at',
];

/** Without triggers: only the rows count. */
async function withoutTriggers(act) {
  await client.query('set session_replication_role = replica');
  await act();
  await client.query('set session_replication_role = default');
  await client.query('vacuum analyze offers, purchase_orders, messages');
}

async function ofLargeParties(small, large) {
  const [{ seller_id: sellerId }] = large.products;
  await withoutTriggers(async () => {
    for (const text of Object.values(GIVE))
      await client.query(text, [large.buyerId, sellerId, Number(flags.rows)]);
  });
  try {
    console.log(`parties with ${flags.rows} offers, orders and messages ÷ with about ten`);
    const ofOneSeller = [small, large].map((buyer) => ({ ...buyer, products: buyer.products.slice(0, 1) }));
    const underReview = ACTS_ON_OFFERS.filter(({ state }) => state === 'buyer_review');
    for (const scene of [{ name: 'add to cart' }, ...underReview]) {
      const runs = [];
      for (const buyer of ofOneSeller)
        runs.push(await (scene.state ? acting(scene, buyer, WARM + ACTS) : adding(buyer)));
      const times = [[], []];
      for (let n = 0; n < WARM + ACTS; n++)
        for (const [side, { run }] of runs.entries()) times[side].push(await run(n));
      const [few, many] = times.map((all) => median(all.slice(WARM)));
      console.log(`${scene.name.padEnd(16)}${[many, few, many / few].map(number).join(' · ')}`);
    }
  } finally {
    await withoutTriggers(async () => {
      for (const text of TAKE) await client.query(text, [large.buyerId]);
    });
  }
}

try {
  await client.connect();
  const buyers = [];
  for (let n = 0; n < BUYERS; n++) buyers.push(await nextBuyer());
  await besideBare();
  await atOnce(buyers);
  await ofLargeParties(await nextBuyer(), await nextBuyer());
} finally {
  await agent.destroy();
  await crowd.destroy();
  await pool.end();
  await client.end();
  await play.stop();
}
