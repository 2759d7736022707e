import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import type { Person } from './policy';

const insertAudit = statement(
  'write audit log',
  `insert into audit_log (actor_id, actor, action, subject_type, subject_id, before, after)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function audit(
  tx: Tx,
  actor: Pick<Person, 'id' | 'email'> | null,
  action: string,
  subjectType: string,
  subjectId: number | null,
  { before = null, after = null }: { before?: unknown; after?: unknown } = {},
) {
  await insertAudit(tx, [
    actor?.id ?? null,
    actor?.email ?? 'system',
    action,
    subjectType,
    subjectId,
    before === null ? null : toJson(before),
    after === null ? null : toJson(after),
  ]);
}
