import type { SessionData } from 'express-session';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { SessionCache } from '../../server/accounts/sessions/session-cache';
import { SessionStore, sessionKeyOf } from '../../server/accounts/sessions/session-store';

const BROKEN = new Error('Connection terminated unexpectedly');
const SESSION = { cookie: {} } as SessionData;

/** A store whose connection breaks, and the keys that it dropped from the cache. */
function brokenStore() {
  const dropped: string[] = [];
  const limitsPool = { query: () => Promise.reject(BROKEN) } as unknown as pg.Pool;
  const cache = { drop: (key: string) => dropped.push(key) } as unknown as SessionCache;
  return { store: new SessionStore({ db: {} as Knex, limitsPool }, cache), dropped };
}

test.each([
  ['set', (store: SessionStore, done: (error?: unknown) => void) => store.set('one', SESSION, done)],
  ['destroy', (store: SessionStore, done: (error?: unknown) => void) => store.destroy('one', done)],
] as const)('%s tells of a broken connection and forgets the session', async (_name, write) => {
  const { store, dropped } = brokenStore();
  expect(await new Promise((resolve) => write(store, resolve))).toBe(BROKEN);
  expect(dropped).toEqual([sessionKeyOf('one')]);
});

test('a write that nobody waits for ends no process when its connection breaks', async () => {
  const { store, dropped } = brokenStore();
  store.destroy('one');
  await new Promise(setImmediate);
  expect(dropped).toHaveLength(1);
});
