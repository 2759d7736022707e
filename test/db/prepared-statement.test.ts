import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Db } from '../../db/connection';
import { statement } from '../../db/sql';
import { type Tx, transaction } from '../../db/transaction';
import { type TestDatabase, testDatabase } from '../support/database';

let database: TestDatabase;
// One connection, whose prepared statements can be listed.
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const figures = statement<{ price_cents: number; units: bigint }>(
  'figures',
  'select $1::bigint as price_cents, $2::bigint as units',
);

test('money comes as cents and units keep all their digits', async () => {
  const units = 9_000_000_000_000_000_000n;
  expect(await figures(db, [1_250, units])).toEqual([{ price_cents: 1_250, units }]);
});

test('a connection plans the statement once', async () => {
  for (let time = 0; time < 3; time++) await figures(db, [1, 1n]);
  const { rows } = await db.raw("select name from pg_prepared_statements where name = 'figures'");
  expect(rows).toHaveLength(1);
});

test('after a migration a new connection reads its own columns', async () => {
  const later = connect(database.url, { max: 1 });
  const size = statement<{ size: number | bigint }>('size of a box', 'select size from boxes');
  await db.raw('create table boxes (size int); insert into boxes values (7), (null)');
  expect(await size(db, [])).toEqual([{ size: 7 }, { size: null }]);
  await db.raw('alter table boxes alter size type bigint');
  expect(await size(later, [])).toEqual([{ size: 7n }, { size: null }]);
  await later.destroy();
});

test('a row that cannot be read fails alone', async () => {
  await expect(figures(db, [-1, 1n])).rejects.toThrow();
  expect(await figures(db, [1, 1n])).toHaveLength(1);
});

test('in a transaction it is part of it, and it outlives one that is taken back', async () => {
  const name = statement<{ name: string }>('name of a buyer', 'select name from buyers where id = $1');
  const made = transaction(db, async (tx) => {
    const [buyer] = await tx('buyers').insert({ name: 'Passing', category: 'Other' }).returning('id');
    expect(await name(tx, [buyer?.id])).toEqual([{ name: 'Passing' }]);
    throw new Error(String(buyer?.id));
  });
  const id = Number(await made.catch((error: Error) => error.message));
  expect(await name(db, [id])).toEqual([]);
});

test('a failure gives the connection back', async () => {
  const zero = statement('by zero', 'select 1 / $1::int');
  await expect(zero(db, [0])).rejects.toMatchObject({ code: '22012' });
  expect(await figures(db, [1, 1n])).toHaveLength(1);
});

describe('statements of one turn', () => {
  const backend = statement<{ pid: number }>('own backend', 'select pg_backend_pid() as pid, pg_sleep($1)');
  const zero = statement('one by zero', 'select 1 / $1::int');
  let pool: Db;
  beforeAll(() => {
    pool = connect(database.url, { max: 4 });
  });
  afterAll(() => pool?.destroy());

  const pidOf = async (seconds = 0) => (await backend(pool, [seconds]))[0]?.pid;

  test('goes to one connection, which is given back; the next need not wait for it', async () => {
    const breath = [pidOf(1), pidOf(), pidOf()];
    await pause(50);
    const next = pidOf();
    expect(await Promise.race([next, breath[0]])).toBe(await next);
    const [first, ...others] = await Promise.all(breath);
    expect(others).toEqual([first, first]);
    expect(await next).not.toBe(first);
    expect(pool.client.pool.numUsed()).toBe(0);
  });

  test('is answered each for itself, though one of them fails', async () => {
    const results = await Promise.allSettled([
      figures(pool, [1, 1n]),
      zero(pool, [0]),
      figures(pool, [2, 2n]),
    ]);
    expect(results).toMatchObject([
      { value: [{ units: 1n }] },
      { reason: { code: '22012' } },
      { value: [{ units: 2n }] },
    ]);
    expect(pool.client.pool.numUsed()).toBe(0);
  });

  test('in a transaction is done in its order, and all of it is taken back where a part fails', async () => {
    const made = statement<{ id: number }>(
      'make a buyer',
      "insert into buyers (name, category) values ($1, 'Other') returning id",
    );
    const found = statement<{ name: string }>('buyer by name', 'select name from buyers where name = $1');
    const pipelined = transaction(pool, (tx) => Promise.all([made(tx, ['Breath']), found(tx, ['Breath'])]));
    expect((await pipelined)[1]).toEqual([{ name: 'Breath' }]);
    const failing = transaction(pool, (tx) =>
      Promise.all([made(tx, ['Lost']), zero(tx, [0]), made(tx, ['After'])]),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect([await found(pool, ['Lost']), await found(pool, ['After'])]).toEqual([[], []]);
  });
});

test('all columns of a table are no columns: a migration may widen them', () => {
  expect(() => statement('wide', 'select * from users where id = $1')).toThrow('must name its columns');
  expect(() => statement('wide too', 'select users.*, 1 from users ')).toThrow('must name its columns');
  expect(() => statement('counted', 'select count(*) from users')).not.toThrow();
});

test('a statement that comes after its transaction ended is refused', async () => {
  const write = statement('write a buyer', `insert into buyers (name, category) values ('Late', 'Other')`);
  let late: Promise<unknown> = Promise.resolve();
  const failed = transaction(db, async (tx) => {
    late = pause(50).then(() => write(tx, []));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await expect(late).rejects.toThrow('came after its transaction ended');
  expect(await db('buyers').where({ name: 'Late' })).toEqual([]);
});

test('of statements that are sent together the first failure is told, however deep its caller awaits it', async () => {
  const zero = statement<{ n: number }>('part of zero', 'select 1 / $1::int as n');
  const figure = statement<{ n: number }>('figure', 'select $1::int as n');
  const awaitedDeeply = async (tx: Tx, depth = 9): Promise<unknown> =>
    depth === 0 ? await zero(tx, [0]) : await awaitedDeeply(tx, depth - 1);
  const act = transaction(db, async (tx) => {
    await figure(tx, [1]);
    const both = Promise.all([awaitedDeeply(tx), figure(tx, [1])]);
    // Both answers are read in one turn.
    setImmediate(() => {
      for (const end = performance.now() + 100; performance.now() < end; );
    });
    return both;
  });
  await expect(act).rejects.toMatchObject({ code: '22012' });
});
