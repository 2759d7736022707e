import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { InvitationRow } from '../../../db/tables';
import { isCapable, type Role } from '../../contract/capabilities';
import type { Cents } from '../../contract/money';
import { type Company, companyOf, idsByKind, type Trader } from './company';
import type { CompanyActivity, CompanyDocument, Invitation, Member, MemberList } from './contract';

interface MemberRow {
  id: number;
  full_name: string;
  email: string;
  role: Role;
  is_primary: boolean;
  order_limit_cents: Cents | null;
  month_limit_cents: Cents | null;
  second_factor: boolean;
  api_keys: number;
  last_seen_at: Date | null;
}

const MEMBERS = `select users.id, full_name, email::text as email, coalesce(role, 'owner') as role, is_primary,
          order_limit_cents, month_limit_cents,
          exists (select from totp_factors where user_id = users.id and confirmed_at is not null) as second_factor,
          (select count(*)::integer from api_keys join users key on key.id = api_keys.user_id
            where created_by = users.id and replaced_by is null and revoked_at is null
              and (key.buyer_id = users.buyer_id or key.seller_id = users.seller_id)) as api_keys,
          (select max(last_seen_at) from sign_ins where user_id = users.id and ended_at is null) as last_seen_at
     from users
    where status not in ('removed', 'key')`;

const membersOfCompany = statement<MemberRow>(
  'members of a company',
  `${MEMBERS} and (users.buyer_id = $1 or users.seller_id = $2) order by not is_primary, users.id`,
);

const managesCompany = (viewer: Trader) => isCapable(viewer, 'company:manage');

const memberDocument = (row: MemberRow, viewer: Trader): Member => ({
  id: row.id,
  full_name: row.full_name,
  email: row.email,
  role: row.role,
  primary: row.is_primary,
  you: row.id === viewer.id,
  limits: { order_cents: row.order_limit_cents, month_cents: row.month_limit_cents },
  ...(managesCompany(viewer) && {
    second_factor: row.second_factor,
    api_keys: row.api_keys,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }),
});

export async function companyDocument(db: Knex, viewer: Trader): Promise<CompanyDocument> {
  const company = companyOf(viewer);
  const row = company.kind === 'buyer' && (await db('buyers').where({ id: company.id }).first('ap_email'));
  return { ...company, ap_email: row ? row.ap_email : null };
}

/** The primary owner first, then in the order in which they joined. */
export async function membersFor(db: Knex, viewer: Trader): Promise<Member[]> {
  return (await membersOfCompany(db, idsByKind(companyOf(viewer)))).map((row) => memberDocument(row, viewer));
}

export async function memberListFor(db: Knex, viewer: Trader): Promise<MemberList> {
  const members = await membersFor(db, viewer);
  if (!managesCompany(viewer)) return { members };
  return { members, invitations: await invitationsOf(db, companyOf(viewer)) };
}

type InvitationWithInviter = Omit<InvitationRow, 'digest'> & { readonly inviter: string };

const INVITATIONS = `select invitations.id, invitations.buyer_id, invitations.seller_id, invitations.email::text as email,
          invitations.role, invitations.order_limit_cents, invitations.month_limit_cents, invited_by,
          invitations.created_at, expires_at, accepted_at, revoked_at,
          coalesce(nullif(users.full_name, ''), users.former_email, users.email)::text as inviter
     from invitations join users on users.id = invited_by
    where accepted_at is null and revoked_at is null`;

const invitationsOfCompany = statement<InvitationWithInviter>(
  'invitations of a company',
  `${INVITATIONS} and (invitations.buyer_id = $1 or invitations.seller_id = $2) order by invitations.id`,
);

export const invitationDocument = (row: InvitationWithInviter): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  order_limit_cents: row.order_limit_cents,
  month_limit_cents: row.month_limit_cents,
  invited_by: { id: row.invited_by, name: row.inviter },
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

const invitationsOf = async (db: Knex, company: Pick<Company, 'kind' | 'id'>): Promise<Invitation[]> =>
  (await invitationsOfCompany(db, idsByKind(company))).map(invitationDocument);

interface ActivityRow {
  at: Date;
  actor_id: number | null;
  actor_name: string | null;
  actor_is_key: boolean | null;
  action: string;
  subject: string | null;
}

const MAX_ENTRIES = 100;

/** Staff act without a name here: who they are is no company's business. */
const activityOfCompany = statement<ActivityRow>(
  'activity of a company',
  `select log.at, log.action, case when not actor.admin then actor.id end as actor_id,
          coalesce(nullif(actor.full_name, ''), actor.former_email, actor.email)::text as actor_name,
          actor.status = 'key' as actor_is_key,
          coalesce(log.after ->> 'name', log.after ->> 'email', log.before ->> 'name', log.before ->> 'email') as subject
     from audit_log log left join users actor on actor.id = log.actor_id
    where log.buyer_id = $1 or log.seller_id = $2
    order by log.id desc limit ${MAX_ENTRIES}`,
);

export const activityOf = async (
  db: Knex,
  company: Pick<Company, 'kind' | 'id'>,
): Promise<CompanyActivity[]> =>
  (await activityOfCompany(db, idsByKind(company))).map((row) => ({
    at: row.at.toISOString(),
    by:
      row.actor_id === null
        ? null
        : { id: row.actor_id, name: row.actor_name ?? '', kind: row.actor_is_key ? 'key' : 'person' },
    action: row.action,
    subject: row.subject ?? '',
  }));

export async function companyName(db: Knex, { kind, id }: Pick<Company, 'kind' | 'id'>): Promise<string> {
  const row = await (kind === 'buyer'
    ? db('buyers').where({ id }).first('name')
    : db('sellers').where({ id }).first('name'));
  return row?.name ?? '';
}
