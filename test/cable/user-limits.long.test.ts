import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { identifier, RawSocket } from '../support/cable';
import {
  type CableProcess,
  type ProcessOptions,
  startProcess,
  untilConnected,
} from '../support/cable-processes';
import { type TestDatabase, testDatabase } from '../support/database';
import { type Line, startProxy } from '../support/proxy';
import { type RedisServer, startRedisStandIn } from '../support/redis';

/** The promise is 1 s; the extra time is for a busy machine. */
const MAX_WAIT_MS = 3_000;

const notes = (number: number) => identifier('NotesChannel', { number });
const isOpen = ({ texts, socket }: RawSocket) =>
  socket.readyState === socket.OPEN &&
  texts[0] === '{"type":"welcome"}' &&
  !texts.join().includes('disconnect');

async function until(test: () => boolean, maxMs = MAX_WAIT_MS) {
  const end = Date.now() + maxMs;
  while (!test() && Date.now() < end) await delay(10);
}

/** Opens sockets of one user in every process at once, and resolves when each is welcomed or refused. */
async function openAtOnce(processes: readonly CableProcess[], count: number, user: number) {
  const sockets = processes.flatMap(({ address }) =>
    Array.from({ length: count }, () => new RawSocket(address(user))),
  );
  await Promise.all(sockets.map((socket) => socket.next()));
  return sockets;
}

async function countOpen(sockets: readonly RawSocket[], limit: number) {
  await until(() => sockets.filter(isOpen).length <= limit);
  const count = sockets.filter(isOpen).length;
  // The remaining sockets stay open.
  await delay(600);
  return [count, sockets.filter(isOpen).length];
}

/** The subscriptions of each socket, from its messages so far. */
function subscriptionsOf(sockets: readonly RawSocket[]) {
  return sockets.map(({ texts }) => {
    const held = new Set<string>();
    for (const { type, identifier: name } of texts.map((text) => JSON.parse(text))) {
      if (type === 'confirm_subscription') held.add(name);
      if (type === 'reject_subscription') held.delete(name);
    }
    return held;
  });
}

const countSubscriptions = (sockets: readonly RawSocket[]) =>
  new Set(subscriptionsOf(sockets).flatMap((held) => [...held])).size;

describe.each([
  ['PostgreSQL', async () => null],
  ['a stand-in for Redis', startRedisStandIn],
])('limits of a user over processes connected by %s', (carrier, startCarrier) => {
  let database: TestDatabase;
  let redis: RedisServer | null;
  const running: CableProcess[] = [];
  let line: Line;

  beforeAll(async () => {
    database = await testDatabase();
    redis = await startCarrier();
    const target = redis ? { hostname: '127.0.0.1', port: redis.port } : new URL(database.url);
    line = await startProxy({ host: target.hostname, port: Number(target.port) });
  });
  afterEach(async () => {
    line.plugIn();
    await Promise.all(running.splice(0).map((each) => each.kill()));
  });
  afterAll(async () => {
    await line.stop();
    await redis?.stop();
    await database.drop();
  });

  async function startWeb(clockOffsets: readonly number[]) {
    const address = { hostname: '127.0.0.1', port: String(line.port) };
    const options: ProcessOptions = {
      databaseUrl: redis ? database.url : Object.assign(new URL(database.url), address).href,
      redisUrl: redis && `redis://127.0.0.1:${line.port}`,
    };
    const web = await Promise.all(
      clockOffsets.map((clockOffsetMs) => startProcess('web', { ...options, clockOffsetMs })),
    );
    running.push(...web);
    await untilConnected(web, web);
    return web;
  }

  test.each([2, 4])('of sockets opened at once in %d processes ten stay', async (count) => {
    const web = await startWeb(Array(count).fill(0));
    const sockets = await openAtOnce(web, 20, 1);
    expect(await countOpen(sockets, 10)).toEqual([10, 10]);
    const ended = sockets.filter((socket) => !isOpen(socket));
    for (const { texts } of ended)
      expect(texts.at(-1)).toBe('{"type":"disconnect","reason":"too_many_connections","reconnect":false}');
    expect(await Promise.all(ended.map(({ closed }) => closed))).toEqual(Array(ended.length).fill(1000));
  });

  test('the oldest sockets stay', async () => {
    const [first, second] = (await startWeb([0, 0])) as [CableProcess, CableProcess];
    const oldest = await openAtOnce([first], 6, 2);
    const newest = await openAtOnce([first, second], 10, 2);
    expect(await countOpen([...oldest, ...newest], 10)).toEqual([10, 10]);
    expect(oldest.every(isOpen)).toBe(true);
  });

  test('clocks that differ by 5 s change who stays, not how many', async () => {
    const web = await startWeb([0, 5_000]);
    // Connected processes could refuse a socket before its turn in the order of welcomes.
    line.unplug();
    const sockets = await openAtOnce(web, 10, 3);
    expect(sockets.filter(isOpen).length).toBe(20);
    line.plugIn();
    await until(() => sockets.filter(isOpen).length <= 10, 10_000);
    expect(await countOpen(sockets, 10)).toEqual([10, 10]);
    expect(sockets.slice(0, 10).every(isOpen)).toBe(true);
  });

  test('of eighty subscriptions over eight sockets in two processes twenty stay', async () => {
    const web = await startWeb([0, 0]);
    const sockets = await openAtOnce(web, 4, 4);
    for (const [index, socket] of sockets.entries())
      for (let number = 0; number < 10; number++) socket.subscribe(notes(10 * index + number));
    await Promise.all(sockets.map((socket) => socket.settled()));
    await until(() => countSubscriptions(sockets) <= 20);
    expect(countSubscriptions(sockets)).toBe(20);
    await delay(600);
    expect(countSubscriptions(sockets)).toBe(20);
    // Deliveries match the subscriptions that the clients know.
    await web[0]?.broadcast('notes:4', ['delivered']);
    await delay(300);
    const delivered = sockets.map(
      ({ texts }) =>
        new Set(
          texts.filter((text) => text.includes('delivered')).map((text) => JSON.parse(text).identifier),
        ),
    );
    expect(delivered).toEqual(subscriptionsOf(sockets));
  });

  test('tabs that subscribe alike in several processes count once', async () => {
    const web = await startWeb([0, 0]);
    const sockets = await openAtOnce(web, 2, 5);
    for (const socket of sockets) for (let number = 0; number < 20; number++) socket.subscribe(notes(number));
    await Promise.all(sockets.map((socket) => socket.settled()));
    await delay(1_000);
    expect(subscriptionsOf(sockets).map(({ size }) => size)).toEqual([20, 20, 20, 20]);
    sockets[3]?.subscribe(notes(20));
    expect(await sockets[3]?.next()).toMatchObject({ type: 'reject_subscription' });
  });

  test('the seats of a killed process are free within 15 s', async () => {
    const [killed, kept] = (await startWeb([0, 0])) as [CableProcess, CableProcess];
    const [taken] = await openAtOnce([killed], 10, 6);
    for (let number = 0; number < 20; number++) taken?.subscribe(notes(number));
    await taken?.settled();
    const own = await openAtOnce([kept], 1, 7);
    expect(own.every(isOpen)).toBe(true);
    await delay(600);
    await killed.kill();
    const started = Date.now();
    const [socket] = await openAtOnce([kept], 1, 6);
    expect(socket && isOpen(socket)).toBe(true);
    socket?.subscribe(notes(100));
    expect(await socket?.next()).toMatchObject({ type: 'confirm_subscription' });
    expect(Date.now() - started).toBeLessThan(15_000);
  });

  test('without the fan-out sockets stay, each process has its own limit, and ten stay when it is back', async () => {
    const web = await startWeb([0, 0]);
    const early = await openAtOnce(web, 5, 8);
    await delay(600);
    line.unplug();
    await delay(300);
    expect(early.every(isOpen)).toBe(true);
    const late = await openAtOnce(web, 5, 8);
    const sockets = [...early, ...late];
    expect(sockets.filter(isOpen).length).toBe(20);
    line.plugIn();
    await until(() => sockets.filter(isOpen).length <= 10, 10_000);
    expect(await countOpen(sockets, 10)).toEqual([10, 10]);
    expect(early.every(isOpen)).toBe(true);
  });

  if (carrier === 'PostgreSQL')
    test('no announcement is too long for a notification', async () => {
      const web = await startWeb([0, 0]);
      const sockets: RawSocket[] = [];
      for (let user = 1; user <= 60; user++) sockets.push(...(await openAtOnce(web, 1, user)));
      for (const socket of sockets)
        for (let number = 0; number < 20; number++) socket.subscribe(notes(number));
      await Promise.all(sockets.map((socket) => socket.settled()));
      line.cut();
      await delay(1_500);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      // Longer messages are stored in this table.
      const { rowCount } = await client.query('select 1 from cable_payloads');
      await client.end();
      expect(rowCount).toBe(0);
      expect(sockets.every(isOpen)).toBe(true);
    });
});
