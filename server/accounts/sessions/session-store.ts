import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { type SessionData, Store } from 'express-session';
import type { Knex } from 'knex';
import type pg from 'pg';
import { HOUR_MS } from '../../contract/durations';
import type { Person } from '../policy';
import { ownedSession } from '../queries';
import type { SessionCache } from './session-cache';

const RENEW_AFTER_MS = HOUR_MS;
export const SESSION_DAYS = 7;

// The database's clock, as in the reads.
const EXPIRY = `now() + interval '${SESSION_DAYS} days'`;
const SAVE = `insert into sessions (sid, sess, expire) values ($1, $2, ${EXPIRY})
  on conflict (sid) do update set sess = excluded.sess, expire = excluded.expire`;
const DESTROY = 'delete from sessions where sid = $1';
const RENEW = `with renewed as (update sessions set expire = ${EXPIRY} where sid = $1)
  update sign_ins set last_seen_at = now() where session_key = $2`;

export const sessionKeyOf = (sid: string) => createHash('sha256').update(sid).digest('base64url');

export interface SessionStoreOptions {
  readonly db: Knex;
  readonly limitsPool: pg.Pool;
}

type Done = (error?: unknown) => void;

/** Reads a session and its owner in one statement, and renews it at most once an hour per process. */
export class SessionStore extends Store {
  readonly #db: Knex;
  readonly #pool: pg.Pool;
  readonly #cache: SessionCache | null;
  readonly #owners = new WeakMap<object, Person | null>();
  readonly #touched = new Map<string, number>();

  constructor({ db, limitsPool }: SessionStoreOptions, cache: SessionCache | null) {
    super();
    this.#db = db;
    this.#pool = limitsPool;
    this.#cache = cache;
  }

  override get(sid: string, done: (error: unknown, session?: SessionData | null) => void) {
    const key = sessionKeyOf(sid);
    const load = () => ownedSession(this.#db, sid, key);
    (this.#cache?.read(key, load) ?? load()).then((found) => {
      if (found) this.#owners.set(found.content, found.owner);
      done(null, found?.content ?? null);
    }, done);
  }

  override set(sid: string, session: SessionData, done?: Done) {
    this.#change(SAVE, [sid, session], done);
  }

  override destroy(sid: string, done?: Done) {
    this.#change(DESTROY, [sid], done);
  }

  #change(text: string, values: readonly [sid: string, ...unknown[]], done?: Done) {
    this.#write(text, values, (error) => {
      this.#cache?.drop(sessionKeyOf(values[0]));
      done?.(error);
    });
  }

  #write(text: string, values: readonly unknown[], done: Done = () => undefined) {
    this.#pool.query(text, [...values]).then(() => done(), done);
  }

  override createSession(req: Request, content: SessionData) {
    req.sessionOwner = this.#owners.get(content) ?? null;
    return super.createSession(req, content);
  }

  override touch(sid: string, _session: SessionData, done?: () => void) {
    const now = performance.now();
    if (now - (this.#touched.get(sid) ?? Number.NEGATIVE_INFINITY) < RENEW_AFTER_MS) return done?.();
    if (this.#touched.size > 10_000) this.#touched.clear();
    this.#touched.set(sid, now);
    this.#write(RENEW, [sid, sessionKeyOf(sid)], done);
  }
}
