import type { Request } from 'express';
import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import { keyNeeds } from '../../contract/capabilities';
import { Forbidden, HttpError } from '../../http/errors';
import { overLimits } from '../../http/rate-limit';
import type { Route } from '../../http/route';
import type { Identity } from '../../http/viewer';
import type { Services } from '../../services';
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

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD';

/** The key that a request is sent with. Throws 401 unless it is valid, 429 above its limits. */
export function keyAuthentication({ db, metrics }: Pick<Services, 'db' | 'metrics'>) {
  return async (secret: string, req: Request): Promise<Person> => {
    const found = await personByKey(db, digestOf(secret), isWrite(req));
    if (!found) throw KeyInvalid();
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
    return person;
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
