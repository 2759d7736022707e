// npm run bench [-- --products=100000 --seconds=2 --only=listing,product --server=postgres://…/postgres]
// The built server under a closed loop, at one connection and at eight, and beside it in the same run the raw limits
// of the same machine: bare SQL, an empty Express route, bare node:http, React alone. Believe the ratios.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { root } from '../server/boot/root.mjs';
import { memoryGoal, number } from './goals.mjs';
import { ask } from './load.mjs';
import { DEMO_PASSWORD } from './password.mjs';
import { rows } from './rows.mjs';
import { listings } from './scenes.mjs';
import { stage } from './stage.mjs';
import { addToCart, bareOffer, goodsOf, signIn, withoutBareOffers } from './trade.mjs';

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    server: { type: 'string' },
  },
});
const ms = Number(flags.seconds) * 1000;
const MOST_OFFERS = 120;
const SAMPLE = 5_000;
const wanted = (name) => flags.only === '' || flags.only.split(',').some((part) => name.includes(part));

const play = await stage(Number(flags.products), flags.server);
const client = new pg.Client(play.databaseUrl);
await client.connect();
const bare = fork(join(root, 'bench/bare.mjs'));
const [{ ports }] = await once(bare, 'message');
const [bareHttp, bareExpress, bareReact] = ports.map((port) => ({ origin: `http://127.0.0.1:${port}` }));

console.log(
  `\n${flags.products} products; ready ${number(play.ready)} ms after the start, ${number(play.memory())} MB\n`,
);
const { agent, both, each, bareSql, missed, end } = rows(play, ms, wanted);
const search = (body, headers) => ({ method: 'POST', path: '/marketplace/products/search', body, headers });

/** The props of a page's island, as the browser reads them. */
function propsIn(html, id) {
  const [, escaped = '{}'] = new RegExp(`id="${id}" data-props="([^"]*)"`).exec(html) ?? [];
  const plain = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  return JSON.parse(escaped.replace(/&(quot|lt|gt|amp);/g, (entity) => plain[entity]));
}

async function reading() {
  const buyer = await signIn(agent, play.origin, 'buyer-2@large.example.com');
  const first = JSON.parse((await ask(agent, play.origin, search({}, buyer.bearer))).content);
  const ids = first.products.map(({ id }) => id);
  const cards = {
    text: 'select id, seller_id, name, category, photo_1, units, min_order_units, msrp_cents, seller_price_cents, percent_off_msrp from products where id = any ($1)',
    values: [ids],
  };
  const row = { text: 'select * from products where id = $1', values: [ids[0]] };
  const beside = await bareSql('bare SQL: 24 rows', cards);
  await bareSql('the same, prepared', { name: 'cards', ...cards });
  const besideRow = await bareSql('bare SQL: one row', row);
  await bareSql('the same row, prepared', { name: 'row', ...row });

  const [{ seller_id: sellerId }] = first.products;
  for (const [name, exchange] of Object.entries(listings(first, { sellerId })))
    await both(name, () => ({ ...exchange, headers: buyer.bearer }), { beside, isListing: true });
  const next = () => search({ cursor: first.next_cursor }, buyer.bearer);
  await both('next page by cursor', next, { beside, isListing: true });

  const page = (path) => ({ path, headers: { ...buyer.cookie, accept: 'text/html' } });
  const { rows: sample } = await client.query(
    'select id, seller_id from products where id in (select product_id from listings) order by random() limit $1',
    [SAMPLE],
  );
  const some = (n) => sample[n % sample.length];
  const productPage = ({ id, seller_id }) => page(`/all_products/${seller_id}/${id}`);
  await both(
    'product by API',
    (n) => ({ path: `/marketplace/products/${some(n).id}`, headers: buyer.bearer }),
    { beside: besideRow },
  );
  await both('product as a page', (n) => productPage(some(n)), { beside: besideRow });
  await both('the same product again', () => productPage(some(0)), { beside: besideRow });

  const listing = () => page('/all_products');
  const { content } = await ask(agent, play.origin, listing());
  bare.send({ id: 'all-products', props: propsIn(content, 'all-products') });
  await once(bare, 'message');
  const bareCrowd = await both('bare React: the listing', () => ({ path: '/' }), bareReact);
  await both('listing as a page', listing, { beside, bareCrowd });
  await both('storefront as a page', () => page(`/seller/${sellerId}`), { beside });
  await both('My Offers', () => ({ path: '/offers', headers: buyer.bearer }));
  await both('My Orders', () => ({ path: '/marketplace/purchase_orders', headers: buyer.bearer }));
  await both('sign-in', () => ({
    method: 'POST',
    path: '/login',
    headers: buyer.form,
    body: { user: { email: 'buyer-3@large.example.com', password: DEMO_PASSWORD } },
  }));
}

async function trading() {
  const email = `buyer-${10 + (Math.floor(Date.now() / 1000) % 400)}@large.example.com`;
  const { bearer } = await signIn(agent, play.origin, email);
  const {
    rows: [{ buyer_id: buyerId }],
  } = await client.query('select buyer_id from users where email = $1', [email]);
  const goods = await goodsOf(client, MOST_OFFERS * 2, buyerId);
  const beside = await bareSql('bare SQL: an offer', bareOffer(buyerId, goods[0]));
  await each(
    'add to cart (new offer)',
    goods.map((item) => addToCart(item, bearer)),
    { beside },
  );
  const { rows: drafts } = await client.query(
    `select id from offers where buyer_id = $1 and state = 'draft' order by id`,
    [buyerId],
  );
  const half = Math.floor(drafts.length / 2);
  const put =
    (act) =>
    ({ id }) => ({ method: 'PUT', path: `/offers/${id}/${act}`, headers: bearer, body: {} });
  await each('send an offer', drafts.slice(0, half).map(put('submit')), { beside });
  await each('accept: Buy Now', drafts.slice(half).map(put('accept')), { beside });
  await client.query(withoutBareOffers, [buyerId]);
}

try {
  await both('bare node:http, 30 KB', () => ({ path: '/' }), bareHttp);
  await both('empty Express route', () => ({ path: '/' }), bareExpress);
  await reading();
  await trading();
  console.log(`\nmemory after the load ${memoryGoal(play.memory())}`);
  console.log(missed.length ? `${missed.length} goals were missed` : 'every goal was met');
} finally {
  end();
  bare.disconnect();
  await client.end();
  await play.stop();
}
