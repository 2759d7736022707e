import type { Request } from 'express';
import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import { createLru } from '../../cache/caches';
import { keyNeeds } from '../../contract/capabilities';
import { Forbidden, HttpError } from '../../http/errors';
import { overLimits } from '../../http/rate-limit';
import { rateLimits } from '../../http/rate-limits';
import type { Route } from '../../http/route';
import type { Identity } from '../../http/viewer';
import type { Services } from '../../services';
import { OwnerCache } from '../owner-cache';
import type { Person } from '../policy';
import { type KeyUse, personByKey } from '../queries';
import { addressOf } from '../security/device';
import { countRefusal } from './refusals';
import { digestOf } from './secret';

const KeyInvalid = () =>
  new HttpError(
    401,
    { error: "This API key isn't valid.", code: 'key_invalid' },
    { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  );

const NotForKeys = () => Forbidden("This call isn't available to API keys.", 'not_for_keys');

const CapabilityMissing = (needed: readonly string[]) =>
  new HttpError(
    403,
    { error: `This key needs ${needed.join(' or ')}.`, code: 'capability_missing' },
    { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed.join(' ')}"` },
  );

const markUsed = statement(
  'mark API key as used',
  `update api_keys set last_used_at = now(), last_used_ip = $2
    where id = $1 and (last_used_at is null or last_used_at < now() - interval '5 minutes')`,
);

const { points: MAX_CALLS, seconds: WINDOW_SECONDS } = rateLimits.key;
/** So many calls of a key may be counted late in each process, while it is far from its limit. */
const MAX_UNCOUNTED = 20;
const EXACT_FROM = 0.9 * MAX_CALLS;
const MAX_KEYS = 5_000;

/** Reads by a cached key, which the next look-up counts. */
class UncountedCalls {
  readonly #byDigest = createLru<string, { calls: number; readonly since: number }>({ max: MAX_KEYS });

  /** Returns false where the next call has to be counted at once. */
  add(digest: string): boolean {
    const uncounted = this.#byDigest.get(digest) ?? { calls: 0, since: performance.now() };
    if (uncounted.calls >= MAX_UNCOUNTED) return false;
    uncounted.calls += 1;
    this.#byDigest.set(digest, uncounted);
    return true;
  }

  take(digest: string): number {
    const uncounted = this.#byDigest.get(digest);
    this.#byDigest.delete(digest);
    const isOver = !uncounted || performance.now() - uncounted.since > WINDOW_SECONDS * 1_000;
    return isOver ? 0 : uncounted.calls;
  }
}

interface CachedKey {
  readonly person: Person;
  readonly isCountedLate: boolean;
}

function cacheOf({ config, cable }: Pick<Services, 'config' | 'cable'>) {
  // Tests and development change keys by SQL, of which no message tells.
  if (!config.production) return null;
  // Which accounts decide about a key is not told apart: its own, its company's owner.
  return new OwnerCache<CachedKey>(cable, { copy: (key) => key, isMeant: () => true });
}

/** The key that a request is sent with. Throws 401 unless it is valid, 429 above its limits. */
export function keyAuthentication(services: Pick<Services, 'db' | 'metrics' | 'config' | 'cable'>) {
  const { db, metrics } = services;
  const cache = cacheOf(services);
  const uncounted = new UncountedCalls();

  async function lookUp(digest: string, req: Request, isWrite: boolean): Promise<CachedKey | null> {
    const calls = 1 + uncounted.take(digest);
    const found = await personByKey(db, Buffer.from(digest, 'hex'), { calls, isWrite });
    if (!found) return null;
    const { person, use } = found;
    if (use.refusal) {
      await countRefusal(db, person.id, use.refusal);
      throw KeyInvalid();
    }
    if (use.exceeded) {
      await countRefusal(db, person.id, 'rate_limited');
      throw overLimits({ metrics }, use.exceeded);
    }
    await noteUse(db, use, req);
    return { person, isCountedLate: use.outlastsCache && use.calls < EXACT_FROM };
  }

  return async (secret: string, req: Request, isWrite: boolean): Promise<Person> => {
    // Secrets are not kept in memory.
    const digest = digestOf(secret).toString('hex');
    const cached = isWrite ? null : cache?.cached(digest);
    if (cached?.isCountedLate && uncounted.add(digest)) return cached.person;
    const load = () => lookUp(digest, req, isWrite);
    const found = await (cache?.reload(digest, load) ?? load());
    if (!found) throw KeyInvalid();
    return found.person;
  };
}

/** Written every few minutes at most. */
const noteUse = async (db: Knex, { secretId, isRecent }: KeyUse, req: Request) =>
  void (isRecent || (await markUsed(db, [secretId, addressOf(req)])));

type Call = Pick<Route, 'needs' | 'may' | 'forKeys'>;

/** null: it may. */
function refusalOf(viewer: Identity, call: Call | null): HttpError | null {
  if (call === null || viewer.kind === 'staff') return NotForKeys();
  if (call.forKeys || (!call.needs && call.may(null))) return null;
  const needed = keyNeeds(viewer.kind, call.needs ?? null);
  if (needed.length === 0) return NotForKeys();
  return needed.some((capability) => viewer.capabilities?.includes(capability))
    ? null
    : CapabilityMissing(needed);
}

/** A key reaches public calls and those with a capability that it holds. Throws 403; null is a page. */
export const requireOpenToKey =
  ({ db }: Pick<Services, 'db'>) =>
  async (viewer: Identity, call: Call | null): Promise<void> => {
    const refusal = refusalOf(viewer, call);
    if (!refusal) return;
    await countRefusal(
      db,
      viewer.id,
      refusal.code === 'not_for_keys' ? 'not_for_keys' : 'capability_missing',
    );
    throw refusal;
  };
