import type { IncomingMessage } from 'node:http';
import type { Knex } from 'knex';
import { apiKeyIn } from '../../http/api-key';
import type { Identity } from '../../http/viewer';
import type { Services } from '../../services';
import { inBatches } from '../batches';
import type { Person } from '../policy';
import { peopleBySession } from '../queries';
import { needsSecondFactor } from '../required-step';
import { bearerIn } from './bearer';
import { sessionIdIn } from './cookie';
import { sessionKeyOf } from './session-store';

export function tokenIn({ url = '' }: IncomingMessage): string | null {
  const query = url.indexOf('?');
  return query < 0 ? null : new URLSearchParams(url.slice(query)).get('token');
}

type IdentifySocket = (request: IncomingMessage) => Promise<Person | null>;

export function identifySocket({ config, db, bearerTokens }: Services): IdentifySocket {
  const bySession = inBatches((sids: readonly string[]) => peopleBySession(db, sids, sessionKeyOf));
  const setUp = (person: Person | null | undefined) =>
    person && !needsSecondFactor(config, person) ? person : null;
  return async (request) => {
    // Keys have no sockets, and no cookie stands in for one.
    if (apiKeyIn(request) !== null) return null;
    const token = bearerIn(request.headers.authorization) ?? tokenIn(request);
    const person = token ? await bearerTokens.personOf(token) : null;
    if (person) return setUp(person);
    const sid = sessionIdIn(config, request.headers.cookie);
    return sid ? setUp(await bySession(sid)) : null;
  };
}

type Viewer = Pick<Identity, 'id' | 'sessionKey'>;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function sessionKeysOf(db: Knex, viewers: readonly Viewer[]) {
  const { rows } = await db.raw<{ rows: { sid: string }[] }>(
    `select sid from sessions where (sess -> 'passport' ->> 'user') = any(?) and expire > now()`,
    [viewers.map(({ id }) => String(id))],
  );
  return rows.map(({ sid }) => sessionKeyOf(sid));
}

async function bearerKeysOf(db: Knex, viewers: readonly Viewer[]) {
  const ids = viewers.map(({ sessionKey }) => sessionKey).filter((key) => UUID.test(key));
  if (ids.length === 0) return [];
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    'select id from bearer_tokens where id = any(?::uuid[]) and revoked_at is null and expires_at > now()',
    [ids],
  );
  return rows.map(({ id }) => id);
}

export const socketsStillValid =
  ({ db }: Services) =>
  async (viewers: readonly Viewer[]): Promise<ReadonlySet<string>> => {
    const [sessions, bearers] = await Promise.all([sessionKeysOf(db, viewers), bearerKeysOf(db, viewers)]);
    return new Set([...sessions, ...bearers]);
  };
