import type { SessionData } from 'express-session';
import type { Knex } from 'knex';
import { statement, UNFLUSHED } from '../../db/sql';
import type { KeyRefusalRow } from '../../db/tables';
import { type Capability, capabilitiesOf, type Role } from '../contract/capabilities';
import type { Cents } from '../contract/money';
import { countSql, type Exceeded } from '../http/rate-limits';
import type { Identity } from '../http/viewer';
import { publicUrl } from '../storage/keys';
import { lacksApprovedOwner } from './company/approved-owner';
import type { Feature, UserKind, UserStatus } from './contract';
import { MAX_AGE_MS } from './owner-cache';
import type { Person } from './policy';

interface PersonRow {
  id: number;
  email: string;
  full_name: string;
  status: UserStatus;
  admin: boolean;
  features: Feature[];
  buyer_id: number | null;
  seller_id: number | null;
  has_password: boolean;
  has_second_factor: boolean;
  buyer_name: string | null;
  seller_name: string | null;
  has_description: boolean | null;
  logo: string | null;
  role: Role | null;
  is_primary: boolean;
  order_limit_cents: Cents | null;
  month_limit_cents: Cents | null;
}

/** Why a key that exists is refused, if it is. */
type KeyRefusalReason = Extract<
  KeyRefusalRow['reason'],
  'revoked' | 'replaced' | 'expired' | 'company_denied'
>;

interface KeyRow extends PersonRow {
  capabilities: Capability[];
  secret_id: number;
  refusal: KeyRefusalReason | null;
  is_recent: boolean;
  outlasts_cache: boolean;
  exceeded: Exceeded[] | null;
  calls: number | null;
}

const kindOf = (row: PersonRow): UserKind =>
  row.admin ? 'staff' : row.buyer_id === null ? 'seller' : 'buyer';

/** Staff give features to the primary owner; colleagues and keys have them, too. */
const FEATURES = `case when users.is_primary then users.features
              else users.features || coalesce((select features from users owner where owner.is_primary
                and (owner.buyer_id = users.buyer_id or owner.seller_id = users.seller_id)), '{}') end as features`;

const COLUMNS = `users.id, users.email::text, users.full_name, users.status, users.admin, ${FEATURES},
            users.buyer_id, users.seller_id, users.password_digest is not null as has_password,
            users.admin and exists (select from totp_factors where totp_factors.user_id = users.id
                                      and totp_factors.confirmed_at is not null) as has_second_factor,
            buyers.name as buyer_name, sellers.name as seller_name,
            btrim(sellers.description) <> '' as has_description, sellers.logo,
            users.role, users.is_primary, users.order_limit_cents, users.month_limit_cents`;

const SIDES = `left join buyers on buyers.id = users.buyer_id
       left join sellers on sellers.id = users.seller_id`;

type Authentication = Pick<Identity, 'sessionKey' | 'via'>;

/** A role of null is an owner's; staff and keys have none. */
function membershipOf(row: PersonRow | KeyRow, kind: UserKind) {
  if (kind === 'staff') return { role: null, capabilities: null };
  if (row.status === 'key')
    return { role: null, capabilities: 'capabilities' in row ? row.capabilities : [] };
  const role = row.role ?? 'owner';
  return { role, capabilities: capabilitiesOf(kind, role) };
}

const personOf = (row: PersonRow, { sessionKey, via }: Authentication): Person => ({
  id: row.id,
  sessionKey,
  via,
  kind: kindOf(row),
  ...membershipOf(row, kindOf(row)),
  is_primary: row.is_primary,
  limits: { order_cents: row.order_limit_cents, month_cents: row.month_limit_cents },
  email: row.email,
  full_name: row.full_name,
  status: row.status,
  features: row.features,
  buyer_id: row.buyer_id,
  seller_id: row.seller_id,
  has_password: row.has_password,
  has_second_factor: row.has_second_factor,
  name: row.buyer_name ?? row.seller_name ?? row.full_name,
  has_description: row.has_description ?? false,
  image: row.logo === null ? null : publicUrl(row.logo, 400),
});

const byId = statement<PersonRow>('person', `select ${COLUMNS} from users ${SIDES} where users.id = $1`);

export async function personById(
  db: Knex,
  id: number,
  authentication: Authentication,
): Promise<Person | null> {
  const [row] = await byId(db, [id]);
  return row ? personOf(row, authentication) : null;
}

const byBearer = statement<PersonRow>(
  'person by bearer token',
  `select ${COLUMNS}
       from bearer_tokens
       join users on users.id = bearer_tokens.user_id
       ${SIDES}
      where bearer_tokens.id = $1 and bearer_tokens.user_id = $2
        and bearer_tokens.revoked_at is null and bearer_tokens.expires_at > now()`,
);

export async function personByBearer(
  db: Knex,
  { id, userId }: { readonly id: string; readonly userId: number },
): Promise<Person | null> {
  const [row] = await byBearer(db, [id, userId]);
  return row ? personOf(row, { sessionKey: id, via: 'bearer' }) : null;
}

const REFUSAL = `case when api_keys.revoked_at is not null then 'revoked'
            when api_keys.expires_at <= now() then case when api_keys.replaced_by is null then 'expired' else 'replaced' end
            when ${lacksApprovedOwner('users')} then 'company_denied' end as refusal`;

/**
 * A secret that was replaced or revoked spends no calls of its key. The commit waits for no disk: a database that
 * crashes may forget the calls of its last second.
 */
const { counts: COUNTS, exceeded: EXCEEDED } = countSql(
  `select user_id as key from api_keys, ${UNFLUSHED}
    where digest = $1 and revoked_at is null and expires_at > now()`,
  { key: 'true', 'key-writes': '$2::boolean' },
  "case name when 'key' then $3::integer else 1 end",
);

const byKey = statement<KeyRow>(
  'person by API key',
  `with counts as (${COUNTS})
   select ${COLUMNS}, api_keys.capabilities, api_keys.id as secret_id, ${REFUSAL},
          coalesce(api_keys.last_used_at > now() - interval '5 minutes', false) as is_recent,
          api_keys.expires_at > now() + interval '${MAX_AGE_MS} milliseconds' as outlasts_cache,
          ${EXCEEDED} as exceeded, (select points from counts where name = 'key') as calls
       from api_keys
       join users on users.id = api_keys.user_id
       ${SIDES}
      where api_keys.digest = $1`,
);

export interface KeyUse {
  readonly secretId: number;
  readonly refusal: KeyRefusalReason | null;
  readonly isRecent: boolean;
  /** Whether it is valid for as long as a cached one is used. */
  readonly outlastsCache: boolean;
  readonly exceeded: readonly Exceeded[] | null;
  /** Of the current minute, with these. */
  readonly calls: number;
}

interface KeyCalls {
  /** With those that were not counted yet. */
  readonly calls: number;
  readonly isWrite: boolean;
}

/** Also counts the calls, in the same round trip. */
export async function personByKey(
  db: Knex,
  digest: Buffer,
  { calls, isWrite }: KeyCalls,
): Promise<{ person: Person; use: KeyUse } | null> {
  const [row] = await byKey(db, [digest, isWrite, calls]);
  if (!row) return null;
  const person = personOf(row, { sessionKey: `key ${row.secret_id}`, via: 'key' });
  const use = {
    secretId: row.secret_id,
    refusal: row.refusal,
    isRecent: row.is_recent,
    outlastsCache: row.outlasts_cache,
    exceeded: row.exceeded,
    calls: row.calls ?? calls,
  };
  return { person, use };
}

export interface OwnedSession {
  readonly content: SessionData;
  readonly owner: Person | null;
}

const bySession = statement<{ sess: SessionData } & (PersonRow | { id: null })>(
  'session and person',
  `select sessions.sess, ${COLUMNS}
       from sessions
       left join users on users.id = (sessions.sess -> 'passport' ->> 'user')::integer
       ${SIDES}
      where sessions.sid = $1 and sessions.expire > now()`,
);

export async function ownedSession(db: Knex, sid: string, sessionKey: string): Promise<OwnedSession | null> {
  const [row] = await bySession(db, [sid]);
  if (!row) return null;
  return { content: row.sess, owner: row.id === null ? null : personOf(row, { sessionKey, via: 'cookie' }) };
}

const BY_SESSION = `select sessions.sid, ${COLUMNS}
   from sessions
   join users on users.id = (sessions.sess -> 'passport' ->> 'user')::integer
   ${SIDES}
  where sessions.sid = any(?) and sessions.expire > now()`;

export async function peopleBySession(
  db: Knex,
  sids: readonly string[],
  sessionKeyOf: (sid: string) => string,
): Promise<Map<string, Person>> {
  const { rows } = await db.raw<{ rows: (PersonRow & { sid: string })[] }>(BY_SESSION, [[...sids]]);
  return new Map(
    rows.map((row) => [row.sid, personOf(row, { sessionKey: sessionKeyOf(row.sid), via: 'cookie' })]),
  );
}

export const accountByEmail = (db: Knex, email: string) =>
  db('users')
    .where({ email })
    .first('id', 'email', 'status', 'password_digest', 'buyer_id', 'seller_id', 'admin');
