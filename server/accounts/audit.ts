import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import type { Person } from './policy';

/** Records an act of staff or of money, with the values before and after it. */
export async function audit(
  tx: Tx,
  actor: Pick<Person, 'id' | 'email'> | null,
  action: string,
  subjectType: string,
  subjectId: number | null,
  { before = null, after = null }: { before?: unknown; after?: unknown } = {},
) {
  await tx('audit_log').insert({
    actor_id: actor?.id ?? null,
    actor: actor?.email ?? 'system',
    action,
    subject_type: subjectType,
    subject_id: subjectId,
    before: before === null ? null : toJson(before),
    after: after === null ? null : toJson(after),
  });
}
