import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import type { Person } from './policy';

const insertAudit = statement(
  'write audit log',
  `insert into audit_log (actor_id, actor, action, subject_type, subject_id, before, after, buyer_id, seller_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

interface Details {
  readonly before?: unknown;
  readonly after?: unknown;
  /** The company whose owners read the entry; staff read all. */
  readonly company?: { readonly kind: 'buyer' | 'seller'; readonly id: number };
}

/** A key by its id: its address is one that no mail reaches. */
const nameInLog = ({ id, email }: Pick<Person, 'id' | 'email'>) =>
  email === `key-${id}@keys.invalid` ? `key:${id}` : email;

export async function audit(
  tx: Tx,
  actor: Pick<Person, 'id' | 'email'> | null,
  action: string,
  subjectType: string,
  subjectId: number | null,
  { before = null, after = null, company }: Details = {},
) {
  await insertAudit(tx, [
    actor?.id ?? null,
    actor ? nameInLog(actor) : 'system',
    action,
    subjectType,
    subjectId,
    before === null ? null : toJson(before),
    after === null ? null : toJson(after),
    company?.kind === 'buyer' ? company.id : null,
    company?.kind === 'seller' ? company.id : null,
  ]);
}
