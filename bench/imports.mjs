// npm run bench:imports [-- --rows=5000 --preview=100000 --rounds=5 --only=import,preview,batch,sync --server=postgres://…]
// Measures imports, previews, batches and a sync of one seller's products by the built web and worker, in alternating
// turns: time, processor time of the process that reads and writes them, and of PostgreSQL. Compare the ratios.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { root } from '../server/boot/root.mjs';
import { number } from './goals.mjs';
import { agentFor, ask } from './load.mjs';
import { cpuOf, postgresCpu } from './processor.mjs';
import { startCatalog, startWeb } from './stage.mjs';
import { signIn } from './trade.mjs';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000' },
    preview: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'import,preview,batch,sync' },
    server: { type: 'string' },
  },
});
const BATCH_ROWS = 1_000;
const PAGES = 20;
const FIRST_UPC = 700_000_000_000;
const SELLER = 'seller-1@large.example.com';
const [UNITS, PRICE] = [40, 475];

const upcOf = (n) => String(FIRST_UPC + n);
const PHOTO = 'https://pictures.example.com/mug.jpg';
const lines = (headings, count, rest) =>
  [
    headings,
    ...Array.from({ length: count }, (_none, n) => `${upcOf(n)},Mug,${UNITS},4.75,MUG,M${rest}`),
  ].join('\n');
const stockSheet = (count) => lines('UPC,Product Name,Units,Unit Asking Price,SKU,Style Number', count, '');
/** With all the columns that the bare call asks for. */
const sheet = (count) =>
  lines(
    'UPC,Product Name,Units,Unit Asking Price,SKU,Style Number,Unit Wholesale,Unit MSRP,Photo URL 1',
    count,
    `,9.00,20.00,${PHOTO}`,
  );

const { server, databaseUrl, env } = await startCatalog(20_000, flags.server);
const client = new pg.Client(databaseUrl);
await client.connect();
const web = await startWeb(env);
const worker = spawn(process.execPath, ['dist/worker.js'], {
  env,
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const postgres = await postgresCpu(databaseUrl);
const agent = agentFor(1);
const { bearer } = await signIn(agent, env.APP_URL, SELLER);
const [{ seller_id: sellerId }] = (
  await client.query('select seller_id from users where email = $1', [SELLER])
).rows;

async function send(method, path, body) {
  const answer = await ask(agent, env.APP_URL, { method, path, headers: bearer, body });
  return answer.content && JSON.parse(answer.content);
}

async function uploaded(text) {
  const { aws_url, aws_headers, file_key } = await send('POST', '/presigned_urls', {});
  const { ok, status } = await fetch(aws_url, { method: 'PUT', headers: aws_headers, body: text });
  if (!ok) throw new Error(`The upload answered ${status}`);
  return file_key;
}

/** Waits for a row without asking the web process. */
async function until(sql, values) {
  for (;;) {
    const { rows } = await client.query(sql, values);
    if (rows.length > 0) return rows[0];
    await pause(5);
  }
}

/** The products as they are before a turn: `set` are columns. */
const reset = (count, set) =>
  client.query(`update products set ${set} where seller_id = $1 and upc = any ($2)`, [
    sellerId,
    Array.from({ length: count }, (_none, n) => upcOf(n)),
  ]);
const FILLABLE = `units = ${UNITS}, sku = null, style_number = null, seller_price_cents = ${PRICE}`;
const OUTDATED = `units = 100, sku = 'MUG', style_number = 'M', seller_price_cents = 550`;
const EQUAL = `units = ${UNITS}, sku = 'MUG', style_number = 'M', seller_price_cents = ${PRICE}`;

async function imports(text, update) {
  const key = await uploaded(text);
  return async () => {
    const { id } = await send('POST', '/imported_csvs/', { key, ...(update && { update }) });
    await until("select from imported_csvs where id = $1 and status in ('imported', 'failed')", [id]);
    const { rows } = await client.query('select row_counts from imported_csvs where id = $1', [id]);
    return JSON.stringify(rows[0].row_counts);
  };
}

async function previews(text) {
  const key = await uploaded(text);
  return async () => {
    await ask(agent, env.APP_URL, {
      method: 'POST',
      path: '/import_previews',
      headers: bearer,
      body: { key },
      refusable: true,
    });
    const { differs } = await until(
      `select summary->>'differs_count' as differs from import_readings r join import_previews p on p.id = preview_id
        where done and p.key = $1`,
      [key],
    );
    return `${differs} differ`;
  };
}

async function batches(count) {
  const products = Array.from({ length: count }, (_none, n) => ({
    upc: upcOf(n),
    name: 'Mug',
    units: UNITS,
    seller_price_cents: PRICE,
    sku: 'MUG',
  }));
  return async () => {
    const { counts } = await send('PUT', '/products/batch', { products });
    return JSON.stringify(counts);
  };
}

async function times(count, act) {
  let answer;
  for (let n = 0; n < count; n++) answer = await act();
  return answer;
}

const pagesOfSync = () => () =>
  times(PAGES, async () => `${(await send('GET', '/products?per=1000')).products.length} products`);

const BARE_PAGE = 'select * from products where seller_id = $1 and deleted_at is null order by id limit 1000';
const barePages = () => () =>
  times(PAGES, async () => `${(await client.query(BARE_PAGE, [sellerId])).rows.length} products`);

async function turn({ rows, before, prepare, process: { pid } }) {
  await reset(rows, before);
  await client.query('vacuum analyze products');
  const act = await prepare();
  const [cpu, db, began] = [cpuOf(pid), postgres(), performance.now()];
  const answer = await act();
  return {
    answer,
    costs: [performance.now() - began, cpuOf(pid) - cpu, postgres() - db, cpuOf(pid) - cpu + postgres() - db],
  };
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare(name, goal, sides) {
  const turns = sides.map(() => []);
  for (let round = 0; round <= Number(flags.rounds); round++) {
    const order = sides.map((_side, n) => n);
    for (const n of round % 2 === 0 ? order : order.toReversed()) {
      const made = await turn(sides[n]);
      if (round === 0) console.log(`${name}, ${n === 0 ? 'first' : 'second'}: ${made.answer}`);
      else turns[n].push(made.costs);
    }
  }
  const cells = ['time', 'processor', 'PostgreSQL', 'both'].map((what, at) => {
    const [first, second] = turns.map((costs) => middle(costs.map((cost) => cost[at])));
    const ratio = middle(turns[0].map((cost, round) => cost[at] / turns[1][round][at]));
    return `${what} ${number(first)} ÷ ${number(second)} ms = ${number(ratio)}`;
  });
  console.log(`${name}: ${cells.join(', ')} (≤ ${goal})`);
}

const most = Math.max(Number(flags.preview), Number(flags.rows), BATCH_ROWS);
const rows = Number(flags.rows);
const preview = Number(flags.preview);
const UPDATED = ['units', 'seller_price_cents'];
const scenes = {
  import: [
    'import that updates ÷ import that fills',
    1.25,
    [
      { rows, before: OUTDATED, prepare: () => imports(sheet(rows), UPDATED), process: worker },
      { rows, before: FILLABLE, prepare: () => imports(sheet(rows)), process: worker },
    ],
  ],
  batch: [
    'batch of 1,000 ÷ import that updates',
    1.5,
    [
      { rows: BATCH_ROWS, before: OUTDATED, prepare: () => batches(BATCH_ROWS), process: web },
      {
        rows: BATCH_ROWS,
        before: OUTDATED,
        prepare: () => imports(sheet(BATCH_ROWS), UPDATED),
        process: worker,
      },
    ],
  ],
  sync: [
    'pages of 1,000 of a sync ÷ the bare query',
    4,
    [
      { rows: BATCH_ROWS, before: EQUAL, prepare: pagesOfSync, process: web },
      { rows: BATCH_ROWS, before: EQUAL, prepare: barePages, process },
    ],
  ],
  preview: [
    'preview with differences ÷ without',
    1.15,
    [
      { rows: preview, before: OUTDATED, prepare: () => previews(stockSheet(preview)), process: worker },
      { rows: preview, before: EQUAL, prepare: () => previews(stockSheet(preview)), process: worker },
    ],
  ],
};
try {
  await client.query(
    `insert into products (seller_id, units, provisional, provisional_errors, upc, name, photo_1, msrp_cents,
         wholesale_cents, seller_price_cents, category)
     select $1, 1, false, '{}', ($2::bigint + n)::text, 'Mug', '${PHOTO}', 2000, 900, 550, 'home'
       from generate_series(0, $3::int - 1) as n
     on conflict do nothing`,
    [sellerId, FIRST_UPC, most],
  );
  for (const [name, scene] of Object.entries(scenes))
    if (flags.only.split(',').includes(name)) await compare(...scene);
} finally {
  await agent.destroy();
  worker.kill('SIGTERM');
  await Promise.all([client.end(), web.stop(), once(worker, 'exit')]);
  await server.stop();
}
