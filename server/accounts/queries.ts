import type { Knex } from 'knex';
import type { Identity } from '../http/viewer';
import type { Feature, UserStatus } from './contract';
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
  buyer_name: string | null;
  seller_name: string | null;
  has_description: boolean | null;
}

const kindOf = (row: PersonRow) => (row.admin ? 'staff' : row.buyer_id === null ? 'seller' : 'buyer');

const COLUMNS = `users.id, users.email::text, users.full_name, users.status, users.admin, users.features,
            users.buyer_id, users.seller_id, users.password_digest is not null as has_password,
            buyers.name as buyer_name, sellers.name as seller_name,
            btrim(sellers.description) <> '' as has_description`;

type Way = Pick<Identity, 'sessionKey' | 'via'>;

const personOf = (row: PersonRow, { sessionKey, via }: Way): Person => ({
  id: row.id,
  sessionKey,
  via,
  kind: kindOf(row),
  email: row.email,
  full_name: row.full_name,
  status: row.status,
  features: row.features,
  buyer_id: row.buyer_id,
  seller_id: row.seller_id,
  has_password: row.has_password,
  name: row.buyer_name ?? row.seller_name ?? row.full_name,
  has_description: row.has_description ?? false,
});

/** The account behind a session or a token, in one query. */
export async function personById(db: Knex, id: number, way: Way): Promise<Person | null> {
  const { rows } = await db.raw<{ rows: PersonRow[] }>(
    `select ${COLUMNS}
       from users
       left join buyers on buyers.id = users.buyer_id
       left join sellers on sellers.id = users.seller_id
      where users.id = ?`,
    [id],
  );
  const row = rows[0];
  return row ? personOf(row, way) : null;
}

/** The accounts behind sessions that still stand, by session id, in one query. */
export async function peopleBySession(
  db: Knex,
  sids: readonly string[],
  sessionKeyOf: (sid: string) => string,
): Promise<Map<string, Person>> {
  const { rows } = await db.raw<{ rows: (PersonRow & { sid: string })[] }>(
    `select sessions.sid, ${COLUMNS}
       from sessions
       join users on users.id = (sessions.sess -> 'passport' ->> 'user')::integer
       left join buyers on buyers.id = users.buyer_id
       left join sellers on sellers.id = users.seller_id
      where sessions.sid = any(?) and sessions.expire > now()`,
    [[...sids]],
  );
  return new Map(
    rows.map((row) => [row.sid, personOf(row, { sessionKey: sessionKeyOf(row.sid), via: 'cookie' })]),
  );
}

export const accountByEmail = (db: Knex, email: string) =>
  db('users')
    .where({ email })
    .first('id', 'email', 'status', 'password_digest', 'buyer_id', 'seller_id', 'admin');
