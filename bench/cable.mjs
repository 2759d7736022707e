// npm run bench:cable [-- --connections=500,2000,5000 --churn=30 --only=delivery,history,churn]
// Compares our live channel with a bare websocket server in one run: connects, memory, delivery, loss, order, then
// minutes of churn. Then broadcasts with a history and without.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '../server/boot/root.mjs';
import { bundle } from './bundle.mjs';
import { Client } from './cable-client.mjs';
import { percentile } from './load.mjs';

const { values: flags } = parseArgs({
  options: {
    connections: { type: 'string', default: '500,2000,5000' },
    churn: { type: 'string', default: '0.5' },
    only: { type: 'string', default: 'delivery,churn,history' },
  },
});

const ROUNDS = 10;
const CONNECTING_AT_ONCE = 64;
const OFFERS = JSON.stringify({ channel: 'OffersChannel' });

async function start(file, people) {
  const child = fork(file, [String(people)], { execArgv: ['--expose-gc'] });
  const waiting = new Map();
  let last = 0;
  const ready = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
    child.on('message', (message) => {
      if (message.ready) resolve(message.ready);
      else waiting.get(message.id)?.(message.answer);
    });
  });
  const order = (name, argument) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      child.send({ id: last, order: name, argument });
    });
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.send({ id: 0, order: 'stop' });
    });
  return { ...ready, order, stop };
}

const rounded = (number) => (number < 10 ? Number(number.toFixed(1)) : Math.round(number));

async function openAll(server, count, cable, onMessage) {
  const clients = [];
  const openOne = (index) =>
    new Promise((resolve) => {
      const onText = (text, client) => {
        if (text === '{"type":"open"}' ? !cable : text === '{"type":"welcome"}') {
          clients[index] = client;
          if (!cable) return resolve();
          client.send({ command: 'subscribe', identifier: OFFERS });
        } else if (text.endsWith('"type":"confirm_subscription"}')) resolve();
        else if (!text.startsWith('{"type":')) onMessage(index, JSON.parse(text).message);
      };
      new Client({ port: server.port, path: '/cable', cookie: server.cookies[index], onText });
    });
  const started = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) await openOne(next++);
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, worker));
  const seconds = (performance.now() - started) / 1_000;
  return { clients, connectsPerSecond: count / seconds };
}

async function confirmations(clients) {
  const times = [];
  for (const client of clients.slice(0, 200)) {
    const onText = client.onText;
    const started = performance.now();
    await new Promise((resolve) => {
      client.onText = (text) => text.endsWith('"type":"confirm_subscription"}') && resolve();
      client.send({ command: 'subscribe', identifier: `${OFFERS} ` });
    });
    times.push(performance.now() - started);
    client.send({ command: 'unsubscribe', identifier: `${OFFERS} ` });
    client.onText = onText;
  }
  return times.toSorted((a, b) => a - b);
}

async function measure(name, file, count) {
  const cable = name === 'ours';
  const server = await start(file, count);
  // Warm-up, so that compilation is not measured.
  const warming = await openAll(server, Math.min(count, 500), cable, () => {});
  for (const client of warming.clients) client.vanish();
  await delay(300);
  const before = await server.order('memory');
  let latencies = [];
  let lastNumbers = new Array(count).fill(-1);
  let disordered = 0;
  const onMessage = (index, { number, at }) => {
    latencies.push((Number(process.hrtime.bigint()) - at) / 1e6);
    if (number !== lastNumbers[index] + 1) disordered++;
    lastNumbers[index] = number;
  };
  const { cpu: cpuBeforeOpening } = await server.order('cpu');
  const opened = await openAll(server, count, cable, onMessage);
  const connectCpu = ((await server.order('cpu')).cpu - cpuBeforeOpening) / count;
  await delay(500);
  const after = await server.order('memory');
  const kilobytes = (key) => (after[key] - before[key]) / 1024 / count;

  const confirmed = cable ? await confirmations(opened.clients) : [];

  const modes = {};
  for (const mode of ['one stream', 'own streams']) {
    latencies = [];
    lastNumbers = new Array(count).fill(-1);
    disordered = 0;
    const cpuBefore = (await server.order('cpu')).cpu;
    for (let round = 0; round < ROUNDS; round++) {
      const end = performance.now() + 1_000;
      if (mode === 'one stream') await server.order('all', round);
      else {
        const slice = Math.ceil(count / 90);
        for (let from = 0; from < count; from += slice) {
          await server.order('some', { from, to: Math.min(count, from + slice), round });
          await delay(10);
        }
      }
      await delay(Math.max(0, end - performance.now()));
    }
    await delay(1_000);
    const cpu = (await server.order('cpu')).cpu - cpuBefore;
    const sorted = latencies.toSorted((a, b) => a - b);
    modes[mode] = {
      p50: rounded(percentile(sorted, 0.5)),
      p95: rounded(percentile(sorted, 0.95)),
      p99: rounded(percentile(sorted, 0.99)),
      lost: count * ROUNDS - latencies.length,
      disordered,
      cpu: rounded(cpu / Math.max(1, latencies.length)),
    };
  }
  for (const client of opened.clients) client.vanish();
  await server.stop();
  return {
    connectsPerSecond: Math.round(opened.connectsPerSecond),
    connectCpu,
    rss: kilobytes('rss'),
    heap: kilobytes('heap'),
    confirmed: rounded(percentile(confirmed, 0.95)),
    modes,
  };
}

function row(name, count, mode, result) {
  const { p50, p95, p99, lost, disordered, cpu } = result.modes[mode];
  return {
    server: name,
    connections: count,
    mode,
    'connects/s': result.connectsPerSecond,
    'µs a connect (cpu)': Math.round(result.connectCpu),
    p50,
    p95,
    p99,
    lost,
    disordered,
    'KB each (rss)': rounded(result.rss),
    'KB each (heap)': rounded(result.heap),
    'µs each (cpu)': cpu,
    'confirmed p95 ms': name === 'ours' ? result.confirmed : '',
  };
}

async function delivery(ours) {
  const bare = join(root, 'bench/cable-bare.mjs');
  const rows = [];
  const goals = [];
  for (const count of flags.connections.split(',').map(Number)) {
    const beside = await measure('bare ws', bare, count);
    const result = await measure('ours', ours, count);
    for (const mode of ['one stream', 'own streams'])
      rows.push(row('bare ws', count, mode, beside), row('ours', count, mode, result));
    const [mine, theirs] = [result.modes['one stream'], beside.modes['one stream']];
    const all = Object.values(result.modes);
    goals.push(
      [`${count}: one stream p95 ≤ 150 ms`, mine.p95 <= 150, `${mine.p95} ms`],
      [
        `${count}: one stream p95 ≤ 1.5 × bare`,
        mine.p95 <= 1.5 * theirs.p95,
        `${(mine.p95 / theirs.p95).toFixed(2)} ×`,
      ],
      [`${count}: none lost, none out of order`, all.every((mode) => mode.lost + mode.disordered === 0), ''],
      [
        `${count}: memory ≤ bare + 6 KB`,
        result.rss <= beside.rss + 6,
        `${(result.rss - beside.rss).toFixed(1)} KB more`,
      ],
      [`${count}: ≥ 1,500 connects/s`, result.connectsPerSecond >= 1_500, `${result.connectsPerSecond}/s`],
      [`${count}: confirmed within 20 ms (p95)`, result.confirmed <= 20, `${result.confirmed} ms`],
    );
  }
  console.table(rows);
  for (const [goal, met, value] of goals) console.log(`${met ? 'met    ' : 'NOT MET'}  ${goal}  ${value}`);
  return goals.every(([, met]) => met);
}

/** Clients connect, subscribe, navigate and vanish; nothing may leak. */
async function churn(ours, minutes) {
  const PEOPLE = 500;
  const PAGE_MS = 5_000;
  const server = await start(ours, PEOPLE);
  const end = performance.now() + minutes * 60_000;
  let visits = 0;
  let delivered = 0;
  const visit = (index) =>
    new Promise((resolve) => {
      let pages = Math.floor(Math.random() * 4);
      const onText = (text, client) => {
        if (text === '{"type":"welcome"}') client.send({ command: 'subscribe', identifier: OFFERS });
        else if (text.endsWith('"type":"confirm_subscription"}')) {
          setTimeout(() => {
            if (pages-- <= 0) {
              if (Math.random() < 0.5) client.vanish();
              else client.socket.end(Buffer.from([0x88, 0x80, 0, 0, 0, 0]));
              return;
            }
            client.send({ command: 'unsubscribe', identifier: OFFERS });
            client.send({ command: 'subscribe', identifier: OFFERS });
          }, Math.random() * PAGE_MS);
        } else if (text.includes('"message":{')) delivered++;
      };
      const onClose = () => {
        visits++;
        resolve();
      };
      new Client({ port: server.port, path: '/cable', cookie: server.cookies[index], onText, onClose });
    });
  const person = async (index) => {
    while (performance.now() < end) await visit(index);
  };
  const people = Promise.all(Array.from({ length: PEOPLE }, (_, index) => person(index)));
  const samples = [];
  const sampling = (async () => {
    let round = 0;
    while (performance.now() < end) {
      const next = performance.now() + Math.max(2_000, (minutes * 60_000) / 30);
      while (performance.now() < Math.min(next, end)) {
        await server.order('all', round++);
        await delay(250);
      }
      samples.push(await server.order('memory'));
    }
  })();
  await Promise.all([people, sampling]);
  await delay(2_000);
  const last = await server.order('memory');
  await server.stop();
  // The first third is warm-up.
  const settled = samples.slice(Math.floor(samples.length / 3));
  const [from, to] = [settled[0] ?? last, settled.at(-1) ?? last];
  const growth = (100 * (to.heap - from.heap)) / from.heap;
  console.log(
    `churn: ${minutes} min, ${visits} visits, ${delivered} messages; ` +
      `heap ${Math.round(from.heap / 1024)} → ${Math.round(to.heap / 1024)} KB (${growth.toFixed(1)} %), ` +
      `rss ${Math.round(from.rss / 1048576)} → ${Math.round(to.rss / 1048576)} MB; ` +
      `left over: ${last.connections} connections, ${last.users} users, ${last.streams} streams`,
  );
  const clean = last.connections + last.users + last.streams === 0;
  const met = clean && growth < 20;
  console.log(`${met ? 'met    ' : 'NOT MET'}  churn leaves nothing behind`);
  return met;
}

/** Prints the processor time of broadcasts with and without a history. */
async function history() {
  const child = fork(await bundle('cable-history', `import './bench/cable-history';`));
  const figures = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The measured process ended')));
    child.once('message', (message) => resolve(message.figures));
  });
  console.table(figures);
  const [alone] = figures;
  const ratio = alone['µs with'] / alone['µs without'];
  const met = ratio <= 1.2;
  console.log(
    `${met ? 'met    ' : 'NOT MET'}  a broadcast with a history ≤ 1.2 × one without  ${ratio.toFixed(2)} ×`,
  );
  return met;
}

const ours = await bundle('cable-server', `import './bench/cable-server';`);
const results = [];
if (flags.only.includes('delivery')) results.push(await delivery(ours));
if (flags.only.includes('churn')) results.push(await churn(ours, Number(flags.churn)));
if (flags.only.includes('history')) results.push(await history());
process.exit(results.every(Boolean) ? 0 : 1);
