import { connect, type Db } from '../../db/connection';
import { PoolQueue } from '../../db/pool-queue';
import { queueConnections } from '../../db/queued-connections';
import { cancelStatement, createRequestScopes } from '../../db/request-scope';
import type { LoadClass } from '../../server/contract/load-class';
import { asHttpError } from '../../server/http/errors';
import { type TestDatabase, testDatabase } from '../support/database';

async function entered(waits: readonly Promise<void>[]) {
  const states = waits.map(() => false);
  waits.forEach((wait, index) => {
    void wait.then(
      () => {
        states[index] = true;
      },
      () => undefined,
    );
  });
  await new Promise(setImmediate);
  return states;
}

describe('the queue of a pool', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  test('two of ten connections serve commits alone', async () => {
    const queue = new PoolQueue(10);
    const enter = (load: LoadClass, count: number) =>
      entered(Array.from({ length: count }, () => queue.enter(load)));
    expect((await enter('B', 10)).filter(Boolean)).toHaveLength(8);
    expect((await enter('A', 3)).filter(Boolean)).toHaveLength(2);
  });

  test('commits go first, then own pages, then browsing', async () => {
    const queue = new PoolQueue(5);
    const running = Array.from({ length: 5 }, () => queue.enter('A'));
    await entered(running);
    const order: string[] = [];
    for (const load of ['C', 'B', 'A'] as const) void queue.enter(load).then(() => order.push(load));
    for (let free = 0; free < 4; free += 1) {
      queue.leave();
      await new Promise(setImmediate);
    }
    expect(order).toEqual(['A', 'B', 'C']);
  });

  test('browsing waits 1 s, own pages 5 s, commits 60 s', async () => {
    const late: string[] = [];
    const queue = new PoolQueue(5, (load) => late.push(load));
    await entered(Array.from({ length: 5 }, () => queue.enter('A')));
    const failures: unknown[] = [];
    for (const load of ['A', 'B', 'C'] as const)
      queue.enter(load).catch((error: unknown) => failures.push(asHttpError(error).status));
    const seen: string[] = [];
    for (const ms of [999, 2, 3_998, 2, 54_998, 2]) {
      await vi.advanceTimersByTimeAsync(ms);
      seen.push(late.join(''));
    }
    expect(seen).toEqual(['', 'C', 'C', 'CB', 'CB', 'CBA']);
    expect(failures).toEqual([503, 503, 503]);
  });

  test('after one wait that was too long browsing is refused at once, until a connection is free again', async () => {
    const queue = new PoolQueue(5);
    await entered(Array.from({ length: 5 }, () => queue.enter('A')));
    const outcome = (load: LoadClass) =>
      queue.enter(load).then(
        () => 'entered',
        (error: Error) => error.message,
      );
    const first = outcome('C');
    await vi.advanceTimersByTimeAsync(1_001);
    const refused = 'No database connection was free in time';
    expect([await first, await outcome('C')]).toEqual([refused, refused]);
    const own = queue.enter('B');
    expect(await entered([own])).toEqual([false]);
    queue.leave();
    queue.leave();
    await own;
    const next = outcome('C');
    queue.leave();
    expect(await next).toBe('entered');
  });
});

describe('a pool of connections', () => {
  let database: TestDatabase;
  let db: Db;
  const scopes = createRequestScopes();
  const late: string[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    db = connect(database.url, { max: 5 });
    queueConnections(db, scopes, (load) => late.push(load));
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const as = (load: LoadClass, connections = new Set<unknown>()) => ({
    run: <T>(act: () => Promise<T>) =>
      scopes.run({ load, connections, statements: { count: 0, ms: 0 } }, act),
    connections,
  });

  test('commits go on while others hold all that they may have', async () => {
    const held = Promise.allSettled(
      Array.from({ length: 4 }, () => as('B').run(async () => db.raw('select pg_sleep(2)'))),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const browsing = as('C').run(async () => db.raw('select 1'));
    await expect(browsing).rejects.toMatchObject({ code: '53300' });
    await as('A').run(async () => db.raw('select 1'));
    await held;
    await as('C').run(async () => db.raw('select 1'));
    expect(late).toEqual(['C']);
  });

  test('transactions give their connection back', async () => {
    for (let n = 0; n < 12; n += 1)
      await as('C').run(() => db.transaction(async (tx) => void (await tx.raw('select 1'))));
    const { connections, run } = as('B');
    await run(async () => db.raw('select 1'));
    expect(connections.size).toBe(0);
  });

  test('a canceled statement ends at once, with 503, and its connection goes on', async () => {
    const { connections, run } = as('B');
    const began = performance.now();
    const slow = run(async () => db.raw('select pg_sleep(20)'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    connections.forEach(cancelStatement);
    const error = await slow.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: '57014' });
    expect(asHttpError(error).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(5_000);
    await run(async () => db.raw('select 1'));
  });
});
