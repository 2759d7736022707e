// npm run bench:alerts [-- --products=20000 --searches=10000 --listed=500 --server=postgres://…/postgres]
// Measures one run of the saved searches: every search asks something else, and `listed` products go live at once;
// then want lists against the same catalog.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { root } from '../server/boot/root.mjs';
import { bundle } from './bundle.mjs';
import { startCatalog } from './stage.mjs';
import { measureWants, WANTING_BUYERS, WANTS_LAYER } from './wants.mjs';

const GOAL_S = 60;
const PER_BUYER = 50;

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    searches: { type: 'string', default: '10000' },
    listed: { type: 'string', default: '500' },
    server: { type: 'string' },
  },
});

const LAYER = `
  export { connect } from './db/connection';
  export { createTransactions } from './db/transaction';
  export { createSearch } from './server/search/search';
  export { productCards } from './server/products/serializer';
  export { CAN_SELL } from './server/sellers/policy';
  export { collectNews } from './server/sourcing/news';
  export { readQuery } from './server/sourcing/schema';
  ${WANTS_LAYER}
  export { categoryLabels } from './server/contract/categories';`;

const WORDS = ['cotton', 'pack', 'indigo', 'jeans', 'ceramic', 'retail', 'lot', 'mug', 'lamp', 'set'];

/** Half have words. The number is written into the query, so that no two are equal. */
function queryOf(at, categories) {
  const word = `${WORDS[at % WORDS.length]} ${String.fromCharCode(97 + ((at >> 1) % 26))}`;
  const text = at % 2 === 0 ? {} : { name: word, description: word };
  return {
    filters: {
      msrp: { max: 1 + (at % 7) },
      sellerPriceCents: { max: 1 + (Math.floor(at / 7) % 6) },
      percentOffMsrp: { min: Math.floor(at / 42) % 6 },
      unitsAvailable: { min: Math.floor(at / 252) % 6 },
    },
    search: { ...text, tags: [categories[Math.floor(at / 1512) % categories.length]] },
  };
}

const CLEAN = `truncate saved_search_news, new_listings;
  delete from saved_searches where name like 'bench %';
  update saved_search_progress set snapshot = pg_current_snapshot()`;

const INSERT = `insert into saved_searches (buyer_id, name, query, alert, since)
  select buyer.id, 'bench ' || wanted.place, wanted.query, 'daily', pg_current_snapshot()
    from jsonb_array_elements($1::jsonb) with ordinality as wanted (query, place)
    join (select id, row_number() over (order by id) as place from buyers) as buyer
      on buyer.place = 1 + (wanted.place - 1) / ${PER_BUYER}`;

const HIDE = `update products set provisional = true, listed_at = null
   where id in (select id from products where not provisional and deleted_at is null order by id desc limit $1)
returning id`;

async function prepare(client, { readQuery, categoryLabels }) {
  await client.query(CLEAN);
  const categories = Object.keys(categoryLabels);
  const queries = Array.from({ length: Number(flags.searches) }, (_none, at) =>
    readQuery(queryOf(at, categories)),
  );
  const { rowCount } = await client.query(INSERT, [JSON.stringify(queries)]);
  if (rowCount !== queries.length) throw new Error(`${rowCount} searches, too few buyers`);
  const { rows } = await client.query(HIDE, [Number(flags.listed)]);
  await client.query('update products set provisional = false where id = any ($1)', [
    rows.map(({ id }) => id),
  ]);
}

async function timed(act) {
  const began = performance.now();
  const answer = await act();
  return { seconds: (performance.now() - began) / 1000, answer };
}

const databaseClock = { now: () => new Date() };
const built = await import(await bundle('alerts', LAYER));
const buyers = Math.max(Math.ceil(Number(flags.searches) / PER_BUYER), WANTING_BUYERS);
const needed = String(buyers * 2);
// Few offers, which neither asks for.
const counts = ['--users', needed, '--offers', '2000'];
const { server, databaseUrl } = await startCatalog(Number(flags.products), flags.server, counts);
const client = new pg.Client(databaseUrl);
await client.connect();
const db = built.connect(databaseUrl);
try {
  await prepare(client, built);
  const search = built.createSearch({
    db,
    log: pino({ level: 'silent' }),
    listedSql: built.CAN_SELL,
    toCards: built.productCards,
  });
  await search.warm();
  const { transaction } = built.createTransactions(db, {
    followers: { listingsCollected: [built.tellWants], alertDue: [built.addWanted] },
    carried: { databaseClock, cable: { broadcast: async () => undefined } },
  });
  const services = { config: { root }, db, databaseClock, search, transaction };
  const { seconds, answer } = await timed(() => built.collectNews(services));
  const again = await timed(() => built.collectNews(services));
  const { rows } = await client.query(
    `select count(distinct query)::int as queries from saved_searches where name like 'bench %'`,
  );
  const { rows: news } = await client.query('select count(*)::int as count from saved_search_news');
  console.log(
    `${flags.searches} searches (${rows[0].queries} distinct) × ${answer} new products: ${seconds.toFixed(1)} s, ` +
      `${seconds <= GOAL_S ? 'met' : 'MISSED'} (≤ ${GOAL_S} s), ${news[0].count} matches written`,
  );
  console.log(`a run without new products: ${(again.seconds * 1000).toFixed(0)} ms`);
  const { readAndMatch, tellWants } = built;
  await measureWants(client, { ...services, readAndMatch, tellWants });
} finally {
  await Promise.all([client.end(), db.destroy()]);
  await server.stop();
}
