import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { ApiKeyRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Cents } from '../../contract/money';
import { type Company, idsByKind, isMemberOf } from '../company/company';
import type { ApiKeyDocument } from './contract';

/** SQL: whether the user is a key that was revoked. */
export const isRevokedKey = (user: string): string =>
  `(${user}.status = 'key' and not exists (select from api_keys where user_id = ${user}.id and revoked_at is null))`;

interface KeyRow
  extends Pick<ApiKeyRow, 'prefix' | 'capabilities' | 'created_by' | 'created_at' | 'expires_at'> {
  id: number;
  name: string;
  order_limit_cents: Cents | null;
  month_limit_cents: Cents | null;
  creator: string;
  creator_is_member: boolean;
  expired: boolean;
  last_used_at: Date | null;
  last_used_ip: string | null;
  overlap_until: Date | null;
}

/** Keys that were not revoked, by their current secret: each has one that no rotation replaced. */
const keysOfCompany = statement<KeyRow>(
  'API keys of a company',
  `select users.id, users.full_name as name, users.order_limit_cents, users.month_limit_cents,
          current.prefix, current.capabilities, current.created_by, users.created_at, current.expires_at,
          current.expires_at <= now() as expired,
          coalesce(nullif(creator.full_name, ''), creator.former_email, creator.email)::text as creator,
          ${isMemberOf('creator', 'users')} as creator_is_member,
          used.last_used_at, host(used.last_used_ip) as last_used_ip,
          (select max(expires_at) from api_keys replaced
            where replaced.user_id = users.id and replaced_by is not null and expires_at > now()) as overlap_until
     from users
     join api_keys current on current.user_id = users.id
                          and current.replaced_by is null and current.revoked_at is null
     join users creator on creator.id = current.created_by
     left join lateral (select last_used_at, last_used_ip from api_keys
                         where user_id = users.id and last_used_at is not null
                         order by last_used_at desc limit 1) used on true
    where users.status = 'key' and (users.buyer_id = $1 or users.seller_id = $2)
    order by users.id`,
);

const keyDocument = (row: KeyRow): ApiKeyDocument => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  capabilities: row.capabilities,
  limits: { order_cents: row.order_limit_cents, month_cents: row.month_limit_cents },
  created_by: { id: row.created_by, name: row.creator, is_member: row.creator_is_member },
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  expired: row.expired,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_ip: row.last_used_ip,
  overlap_until: row.overlap_until?.toISOString() ?? null,
});

type CompanyKey = Pick<Company, 'kind' | 'id'>;

export const apiKeysOf = async (db: Knex, company: CompanyKey): Promise<ApiKeyDocument[]> =>
  (await keysOfCompany(db, idsByKind(company))).map(keyDocument);

export const currentSecret = async (tx: Tx, keyId: number) => (await selectCurrent(tx, [keyId]))[0];

const selectCurrent = statement<Pick<ApiKeyRow, 'capabilities'> & { expired: boolean; seconds: number }>(
  'current secret of a key',
  `select capabilities, expires_at <= now() as expired,
          extract(epoch from expires_at - created_at)::integer as seconds
     from api_keys where user_id = $1 and replaced_by is null and revoked_at is null`,
);
