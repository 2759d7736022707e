import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Server } from 'node:net';
import { connect, type Db } from '../../db/connection';
import { statement } from '../../db/sql';
import { transaction } from '../../db/transaction';
import { type TestDatabase, testDatabase } from '../support/database';

let database: TestDatabase;
let proxy: Server;
let db: Db;
/** What reached the server at once. */
const sent: string[] = [];
/** Same length; the server refuses it. */
let begin = 'BEGIN;';

beforeAll(async () => {
  database = await testDatabase();
  const { port, hostname } = new URL(database.url);
  proxy = createServer((client) => {
    const server = connectSocket(Number(port), hostname);
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      sent.push(text);
      server.write(Buffer.from(text.replace('BEGIN;', begin), 'latin1'));
    });
    server.pipe(client);
    client.on('close', () => server.destroy()).on('error', () => undefined);
    server.on('close', () => client.destroy()).on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(database.url);
  url.port = String((proxy.address() as AddressInfo).port);
  db = connect(url.href, { max: 1 });
  await db.raw('create table written (id int)');
});
beforeEach(() => {
  begin = 'BEGIN;';
  sent.length = 0;
});
afterAll(async () => {
  await db?.destroy();
  proxy?.close();
  await database?.drop();
});

const write = statement('write an id', 'insert into written (id) values ($1)');
const written = async () => (await db('written').pluck('id')) as number[];

test('the first statements of a transaction travel with its BEGIN', async () => {
  await transaction(db, (tx) => Promise.all([write(tx, [1]), write(tx, [2])]));
  expect(sent[0]).toMatch(/BEGIN;.*write an id.*write an id/s);
  expect(await written()).toEqual([1, 2]);
});

test('so do those of the query builder, and a rollback undoes them', async () => {
  await transaction(db, async (tx) => {
    await tx('written').insert({ id: 3 });
    throw new Error('no');
  }).catch(() => undefined);
  expect(sent[0]).toMatch(/BEGIN;.*insert into "written"/s);
  expect(await written()).toEqual([1, 2]);
});

test('where BEGIN fails, the act fails, nothing follows on that connection, and the pool goes on', async () => {
  begin = 'BEGIX;';
  const act = transaction(db, async (tx) => {
    await tx.raw('select 1');
    await write(tx, [4]);
  });
  await expect(act).rejects.toMatchObject({ code: '42601' });
  begin = 'BEGIN;';
  await transaction(db, (tx) => write(tx, [5]));
  expect(await written()).toEqual([1, 2, 5]);
});
