import type { Knex } from 'knex';
import { containsPattern } from '../../db/like';
import { pageOf } from '../../db/page';
import type { AuditRow } from '../../db/tables';
import type { AuditEntry, AuditPage } from './audit-contract';

const entry = (row: AuditRow): AuditEntry => ({
  id: Number(row.id),
  at: row.at.toISOString(),
  actor: row.actor,
  action: row.action,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  before: row.before,
  after: row.after,
});

/** Newest first; searches actor, action and subject (`purchase_order 42`). */
export async function auditPage(
  db: Knex,
  { query, page, per }: { query?: string | undefined; page: number; per: number },
): Promise<AuditPage> {
  const { limit, offset } = pageOf({ page, per });
  const found = () => {
    const list = db('audit_log');
    const text = query?.trim();
    if (!text) return list;
    const [, type, id] = /^([a-z_]+)\s+#?(\d{1,9})$/i.exec(text) ?? [];
    const like = containsPattern(text);
    return list.where((either) => {
      either
        .whereILike('actor', like)
        .orWhereILike('action', like)
        .orWhereILike('action', containsPattern(text.replaceAll(' ', '_')));
      if (type && id) either.orWhere({ subject_type: type.toLowerCase(), subject_id: Number(id) });
    });
  };
  const [rows, [counted]] = await Promise.all([
    found().orderBy('id', 'desc').limit(limit).offset(offset),
    found().count('* as n') as unknown as Promise<{ n: bigint }[]>,
  ]);
  return { entries: (rows as AuditRow[]).map(entry), total: Number(counted?.n ?? 0) };
}
