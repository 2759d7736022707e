import type { Knex } from 'knex';
import { containsPattern } from '../../../db/like';
import { pageOf } from '../../../db/page';
import { countRows } from '../../../db/rows';
import { statement } from '../../../db/sql';
import type { AuditRow } from '../../../db/tables';
import type { Role } from '../../contract/capabilities';
import { type PersonPage, type UserStatus, userStatuses } from '../contract';
import type { ApplicationList, ApplicationRow } from './contract';

interface ApplicationFilter {
  page: number;
  per: number;
  query?: string | undefined;
  status?: string | undefined;
}

interface Row {
  id: number;
  buyer_id: number | null;
  full_name: string;
  email: string;
  company: string;
  role: Role | null;
  is_primary: boolean;
  category: string | null;
  status: UserStatus;
  created_at: Date;
}

const applicationRow = (row: Row): ApplicationRow => ({
  id: row.id,
  kind: row.buyer_id === null ? 'seller' : 'buyer',
  full_name: row.full_name,
  email: row.email,
  company: row.company,
  member_role: row.is_primary ? null : (row.role ?? 'owner'),
  category: row.category ?? '',
  status: row.status,
  created_at: row.created_at.toISOString(),
});

const people = (db: Knex) =>
  db('users')
    .leftJoin('buyers', 'buyers.id', 'users.buyer_id')
    .leftJoin('sellers', 'sellers.id', 'users.seller_id')
    .where('users.admin', false)
    .select(
      'users.id',
      'users.buyer_id',
      'users.full_name',
      db.raw('coalesce(users.former_email, users.email)::text as email'),
      db.raw('coalesce(buyers.name, sellers.name) as company'),
      db.raw('coalesce(buyers.category, sellers.category) as category'),
      'users.role',
      'users.is_primary',
      'users.status',
      'users.created_at',
    );

function matching(db: Knex, { query, status }: Pick<ApplicationFilter, 'query' | 'status'>) {
  const found = people(db).whereNotIn('users.status', ['removed', 'key']);
  if (status) found.where('users.status', status);
  if (!query) return found;
  const like = containsPattern(query);
  return found.where((either) =>
    either
      .whereRaw('users.email::text ilike ?', [like])
      .orWhereILike('users.full_name', like)
      .orWhereILike('buyers.name', like)
      .orWhereILike('sellers.name', like),
  );
}

/** Provisional first, oldest on top; then the rest, newest first. */
const sorted = (people: Knex.QueryBuilder) =>
  people
    .orderByRaw(`users.status <> 'provisional'`)
    .orderByRaw(`case when users.status = 'provisional' then users.created_at end`)
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc');

export async function applicationsOf(
  db: Knex,
  { page, per, ...filter }: ApplicationFilter,
): Promise<ApplicationList> {
  const { limit, offset } = pageOf({ page, per });
  const [rows, total, counts] = await Promise.all([
    sorted(matching(db, filter)).limit(limit).offset(offset) as unknown as Promise<Row[]>,
    countRows(matching(db, filter).clearSelect()),
    countsByStatus(db),
  ]);
  return { applications: rows.map(applicationRow), total, waiting: counts.provisional, counts };
}

async function countsByStatus(db: Knex) {
  const rows = (await db('users')
    .where('admin', false)
    .select('status', db.raw('count(*)::int as count'))
    .groupBy('status')) as { status: UserStatus; count: number }[];
  const countOf = (status: UserStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  return Object.fromEntries(userStatuses.map((status) => [status, countOf(status)])) as Record<
    UserStatus,
    number
  >;
}

export async function applicationById(db: Knex, id: number): Promise<ApplicationRow | null> {
  const row = (await people(db).where('users.id', id).whereNot('users.status', 'key').first()) as
    | Row
    | undefined;
  return row ? applicationRow(row) : null;
}

export async function personPage(db: Knex, id: number): Promise<PersonPage | null> {
  const application = await applicationById(db, id);
  if (!application) return null;
  const [user, factor, members, history] = await Promise.all([
    db('users').where({ id }).first('features', 'role', 'is_primary'),
    db('totp_factors').where({ user_id: id }).whereNotNull('confirmed_at').first('user_id'),
    colleaguesOf(db, id),
    db('audit_log').where({ subject_type: 'user', subject_id: id }).orderBy('id'),
  ]);
  const features = user?.features ?? [];
  return {
    ...application,
    role: user?.role ?? 'owner',
    primary: user?.is_primary ?? false,
    members,
    features: {
      shopify: features.includes('shopify'),
      alternate_routes: features.includes('alternate_routes'),
    },
    second_factor: factor !== undefined,
    history: history.map(auditEntry),
  };
}

const selectColleagues = statement<PersonPage['members'][number]>(
  'colleagues of a person',
  `select other.id, other.full_name, other.email::text as email, coalesce(other.role, 'owner') as role,
          other.is_primary as primary, other.status
     from users person
     join users other on other.id <> person.id and other.status not in ('removed', 'key')
      and (other.buyer_id = person.buyer_id or other.seller_id = person.seller_id)
    where person.id = $1 order by not other.is_primary, other.id`,
);

const colleaguesOf = (db: Knex, id: number) => selectColleagues(db, [id]);

const auditEntry = ({ at, actor, action, before, after }: AuditRow) => ({
  at: at.toISOString(),
  actor,
  action,
  before,
  after,
});
