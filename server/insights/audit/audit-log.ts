import type { Knex } from 'knex';
import { containsPattern } from '../../../db/like';
import { pageOf } from '../../../db/page';
import { countRows } from '../../../db/rows';
import type { AuditRow } from '../../../db/tables';
import { parseNumber } from '../../orders/number';
import { type AuditEntry, type AuditPage, type AuditSubject, auditSubjects } from './contract';

type NamedRow = AuditRow & Pick<AuditEntry, 'actor_name' | 'subject_name'>;

const entry = (row: NamedRow): AuditEntry => ({
  id: Number(row.id),
  at: row.at.toISOString(),
  actor: row.actor,
  actor_name: row.actor_name || null,
  action: row.action,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  subject_name: row.subject_name,
  before: row.before,
  after: row.after,
});

const ACTOR_NAME = '(select full_name from users where users.id = actor_id) as actor_name';

/** Deleted records have no name. */
const SUBJECT_NAME = `
  case subject_type
    when 'user' then (
      select coalesce(buyers.name, sellers.name, nullif(users.full_name, ''), users.email::text)
        from users left join buyers on buyers.id = users.buyer_id left join sellers on sellers.id = users.seller_id
       where users.id = subject_id)
    when 'buyer' then (select name from buyers where buyers.id = subject_id)
    when 'key' then (select full_name from users where users.id = subject_id)
    when 'invitation' then (select email::text from invitations where invitations.id = subject_id)
    when 'purchase_order' then (select po_number from purchase_orders where purchase_orders.id = subject_id)
    when 'offer' then (select offer_number from offers where offers.id = subject_id)
    when 'product' then (select name from products where products.id = subject_id)
    when 'seller' then (select name from sellers where sellers.id = subject_id)
    when 'claim' then (select claim_number from claims where claims.id = subject_id)
    when 'payout' then (select payout_number from payouts where payouts.id = subject_id)
    when 'payout_batch' then (select number from payout_batches where payout_batches.id = subject_id)
    when 'refund' then (
      select po_number from refunds join purchase_orders on purchase_orders.id = refunds.purchase_order_id
       where refunds.id = subject_id)
    when 'message' then (
      select offer_number from messages join offers on offers.id = messages.offer_id where messages.id = subject_id)
    when 'answer_rule' then (
      select name from answer_rules join sellers on sellers.id = answer_rules.seller_id
       where answer_rules.id = subject_id)
  end as subject_name`;

interface AuditFilter {
  query?: string | undefined;
  about?: string | undefined;
  /** Days in UTC, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  page: number;
  per: number;
}

/** `purchase_order 42`, `PO-100042` or `OF-100042`; the id is 0 for other texts. */
function subjectIn(text: string): { type: string; id: number } {
  const [, prefix] = /^(po|of)-\d+$/i.exec(text) ?? [];
  if (prefix)
    return { type: prefix.toLowerCase() === 'po' ? 'purchase_order' : 'offer', id: parseNumber(text) };
  const [, type = '', id = '0'] = /^([a-z_]+)\s+#?(\d{1,9})$/i.exec(text) ?? [];
  return { type: type.toLowerCase(), id: Number(id) };
}

function matching(db: Knex, { query, about, from, to }: Omit<AuditFilter, 'page' | 'per'>) {
  const list = db('audit_log');
  if (from) list.whereRaw(`at >= cast(? as date)::timestamp at time zone 'utc'`, [from]);
  if (to) list.whereRaw(`at < (cast(? as date) + 1)::timestamp at time zone 'utc'`, [to]);
  if (about) list.whereIn('subject_type', auditSubjects[about as AuditSubject]);
  const text = query?.trim();
  return text ? list.where((either) => void orText(either, text)) : list;
}

function orText(either: Knex.QueryBuilder, text: string) {
  const { type, id } = subjectIn(text);
  const like = containsPattern(text);
  either
    .whereILike('actor', like)
    .orWhereILike('action', like)
    .orWhereILike('action', containsPattern(text.replaceAll(' ', '_')));
  if (id > 0) either.orWhere({ subject_type: type, subject_id: id });
}

export async function auditPage(db: Knex, { page, per, ...filter }: AuditFilter): Promise<AuditPage> {
  const { limit, offset } = pageOf({ page, per });
  const [rows, total] = await Promise.all([
    matching(db, filter)
      .select('audit_log.*', db.raw(ACTOR_NAME), db.raw(SUBJECT_NAME))
      .orderBy([
        { column: 'at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .offset(offset),
    countRows(matching(db, filter)),
  ]);
  return { entries: (rows as NamedRow[]).map(entry), total };
}
