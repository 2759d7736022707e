// npm run bench:search [-- --products=100000,1000000 --rounds=300 --server=postgres://…/postgres]
// Calls search directly, alternating with the bare query for the same 24 rows: compare the ratios. First measures
// broad words, cold and repeated, with PostgreSQL's cache warm.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { bundle } from './bundle.mjs';
import { startCatalog } from './stage.mjs';

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '100000,1000000' },
    rounds: { type: 'string', default: '300' },
    server: { type: 'string' },
    load: { type: 'string' },
  },
});

const BARE = `select id, seller_id, name, category, photo_1, units, min_order_units, msrp_cents, seller_price_cents,
  percent_off_msrp from products where id = any ($1)`;

const words = (text) => ({ search: { name: text, description: text } });

const SCENES = {
  'page 1': () => ({}),
  cheapest: () => ({ sort: 'msrp_cents_asc' }),
  category: () => ({ search: { tags: ['Home'] } }),
  'filter: MSRP': () => ({ filters: { msrp: { max: 4 } } }),
  'filter: price': () => ({ filters: { sellerPriceCents: { max: 2 } } }),
  'filter: percent off': () => ({ filters: { percentOffMsrp: { min: 4 } } }),
  'filter: units': () => ({ filters: { unitsAvailable: { min: 3 } } }),
  'filter: packaging': () => ({ filters: { packagingType: 'ecommerce_ready' } }),
  'three filters': () => ({
    filters: { msrp: { max: 5 }, percentOffMsrp: { min: 4 }, unitsAvailable: { min: 2 } },
  }),
  'rare filters': () => ({
    filters: {
      msrp: { max: 3 },
      sellerPriceCents: { max: 1 },
      percentOffMsrp: { min: 1 },
      unitsAvailable: { min: 5 },
    },
    search: { tags: ['Toys'] },
  }),
  facets: () => ({ facets: true }),
  condition: () => ({ filters: { condition: ['returns'] } }),
  'region, facets': () => ({ facets: true, filters: { shipFromRegion: ['southwest', 'west'] } }),
  'condition and region': () => ({ filters: { condition: ['returns'], shipFromRegion: ['southwest'] } }),
  'both, facets': () => ({
    facets: true,
    filters: { condition: ['returns'], shipFromRegion: ['southwest'] },
  }),
  'biggest discount': () => ({ sort: 'percent_off_msrp_desc' }),
  'cheapest, new': () => ({ sort: 'seller_price_cents_asc', filters: { condition: ['new'] } }),
  'page 500': () => ({ page: 500 }),
  'middle page': (pages) => ({ page: Math.ceil(pages / 2) }),
  'category, page 300': () => ({ page: 300, search: { tags: ['Home'] } }),
  'category, middle page': (pages) => ({ page: Math.ceil(pages / 13), search: { tags: ['Home'] } }),
  'two words': () => words('indigo jeans'),
  'two words, broad': () => words('cotton pack'),
  'words, both, facets': () => ({
    facets: true,
    filters: { condition: ['returns'], shipFromRegion: ['southwest'] },
    ...words('cotton pack'),
  }),
};

const FIRST_TIME = ['indigo jeans', 'cotton pack', 'ceramic', 'retail', 'lot', 'a', 'e', 'a p'];

const LAYER = `
  export { connect } from './db/connection';
  export { createSearch } from './server/search/search';
  export { productCards } from './server/products/serializer';
  export { CAN_SELL } from './server/sellers/policy';
  export { searchBody } from './server/search/schema';`;

const middle = (times) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
const number = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const say = (name, ...cells) =>
  console.log([name.padEnd(22), ...cells.map((cell) => String(cell).padStart(11))].join(' '));

async function timed(act) {
  const began = performance.now();
  const answer = await act();
  return { ms: performance.now() - began, answer };
}

const megabytes = () => process.memoryUsage.rss() / 2 ** 20;

function opened(search, databaseUrl) {
  const db = search.connect(databaseUrl);
  const listings = search.createSearch({
    db,
    log: pino({ level: 'silent' }),
    listedSql: search.CAN_SELL,
    toCards: search.productCards,
  });
  const read = (body) => search.searchBody.validateSync(body, { stripUnknown: true });
  return {
    db,
    find: (body) => listings.search(read(body)),
    findFirstPage: (body) => listings.firstPage(read(body)),
  };
}

async function loadAlone(file, databaseUrl) {
  const search = await import(file);
  const before = megabytes();
  const { db, find } = opened(search, databaseUrl);
  const first = await timed(() => find({}));
  await find({});
  process.send({ ms: first.ms, grown: megabytes() - before });
  await db.destroy();
}

async function measureServer(file, databaseUrl) {
  const child = fork(import.meta.filename, ['--load', file], {
    env: { ...process.env, BENCH_DATABASE: databaseUrl },
  });
  const [answer] = await once(child, 'message');
  return answer;
}

async function ratios(shops, rounds) {
  say('', ...shops.flatMap(({ products }) => [`${products}`, '÷ bare']), 'growth');
  for (const [name, body] of Object.entries(SCENES)) {
    const seen = shops.map(() => ({ ours: [], bare: [] }));
    for (let round = -5; round < rounds; round++)
      for (const [at, { find, client, pages }] of shops.entries()) {
        const ours = await timed(() => find(body(pages)));
        const ids = ours.answer.products.map(({ id }) => id);
        const bare = await timed(() => client.query(BARE, [ids]));
        if (round < 0) continue;
        seen[at].ours.push(ours.ms);
        seen[at].bare.push(bare.ms);
      }
    const figures = seen.map(({ ours, bare }) => ({ ours: middle(ours), bare: middle(bare) }));
    say(
      name,
      ...figures.flatMap(({ ours, bare }) => [`${number(ours)} ms`, `${number(ours / bare)} ×`]),
      `${number(figures.at(-1).ours / figures[0].ours)} ×`,
    );
  }
}

/** Warms PostgreSQL's cache row by row; a sequential scan would bypass it. */
async function readTexts({ client }) {
  await client.query('set enable_seqscan = off');
  await client.query('select sum(length(words)) from listing_texts where product_id > 0');
  await client.query('reset enable_seqscan');
}

async function broadWords({ find, findFirstPage, products }) {
  console.log(
    `\nwords at ${products} products, the first time: page, counts · again with page 2 · the longest that nothing else ran`,
  );
  for (const text of FIRST_TIME) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const began = performance.now();
    const page = await timed(() => findFirstPage(words(text)));
    const { count } = await find(words(text));
    const counted = performance.now() - began;
    const again = await timed(() => find({ ...words(text), page: 2 }));
    delay.disable();
    say(
      `“${text}”`,
      `${count}`,
      `${number(page.ms)} ms`,
      `${number(counted)} ms`,
      `${number(again.ms)} ms`,
      `${number(delay.max / 1e6)} ms`,
    );
  }
}

async function main() {
  const file = await bundle('search', LAYER);
  const search = await import(file);
  const shops = [];
  const servers = [];
  for (const products of flags.products.split(',').map(Number)) {
    const { server, databaseUrl } = await startCatalog(products, flags.server);
    servers.push(server);
    const loaded = await measureServer(file, databaseUrl);
    console.log(
      `${products} products: the first answer after ${number(loaded.ms)} ms, ${number(loaded.grown)} MB more`,
    );
    const client = new pg.Client(databaseUrl);
    await client.connect();
    const shop = opened(search, databaseUrl);
    const { total_pages: pages } = await shop.find({});
    shops.push({ products, client, pages, ...shop });
  }
  try {
    // First, before other searches cache some of them.
    for (const shop of shops) {
      await readTexts(shop);
      await broadWords(shop);
    }
    await ratios(shops, Number(flags.rounds));
    console.log(`\nmemory of this process ${number(megabytes())} MB, with an index for each catalog`);
  } finally {
    for (const { client, db } of shops) await Promise.all([client.end(), db.destroy()]);
    for (const server of servers) await server.stop();
  }
}

await (flags.load ? loadAlone(flags.load, process.env.BENCH_DATABASE) : main());
