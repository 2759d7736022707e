// Processor time of a broadcast with and without a history: that of this process and of its PostgreSQL session.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { postgresFanout } from '../server/cable/fanout/postgres';
import { testDatabase } from '../test/support/database';

const ROUNDS = 5;
const MESSAGE = JSON.stringify({
  event: 'counter',
  id: 1_000_000,
  state: 'buyer_review',
  version: 100,
  updated_at: '2026-11-30T10:00:00.000000Z',
});
const TICK_US = 10_000;

/** User and system time of another process, in µs. */
function timeOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

async function main() {
  const database = await testDatabase();
  const fanout = postgresFanout({ databaseUrl: database.url, log: pino({ level: 'warn' }) });
  let received = 0;
  await fanout.listen({ message: () => void received++, gap: () => undefined });
  while (!fanout.isListening()) await delay(10);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'cable'`,
  );
  await client.end();
  const { pid } = rows[0];

  async function cost(isKept: boolean, streams: number, atOnce: number, count: number) {
    const before = timeOf(pid);
    const own = process.cpuUsage();
    received = 0;
    for (let sent = 0; sent < count; sent += atOnce)
      await Promise.all(
        Array.from({ length: atOnce }, (_, index) =>
          fanout.publish(`offers:buyer:${(sent + index) % streams}`, MESSAGE, { isKept }),
        ),
      );
    while (received < count) await delay(1);
    const { user, system } = process.cpuUsage(own);
    return { server: (user + system) / count, database: (timeOf(pid) - before) / count };
  }

  const median = (numbers: number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const figures = [];
  for (const [name, streams, atOnce, count] of [
    ['one at a time', 1_000, 1, 3_000],
    ['20 at once', 1_000, 20, 20_000],
    ['20 at once, one stream', 1, 20, 20_000],
  ] as const) {
    const results = {
      with: [] as { server: number; database: number }[],
      without: [] as { server: number; database: number }[],
    };
    for (const isKept of [true, false]) await cost(isKept, streams, atOnce, count / 3);
    for (let round = 0; round < ROUNDS; round++)
      for (const isKept of [true, false])
        results[isKept ? 'with' : 'without'].push(await cost(isKept, streams, atOnce, count));
    const of = (key: 'with' | 'without', part: 'server' | 'database') =>
      median(results[key].map((each) => each[part]));
    const total = (key: 'with' | 'without') =>
      median(results[key].map(({ server, database }) => server + database));
    figures.push({
      name,
      'µs without': total('without'),
      'µs with': total('with'),
      'server without': of('without', 'server'),
      'server with': of('with', 'server'),
      'database without': of('without', 'database'),
      'database with': of('with', 'database'),
    });
  }
  process.send?.({ figures });
  await fanout.stop();
  await database.drop();
  process.exit(0);
}

void main();
