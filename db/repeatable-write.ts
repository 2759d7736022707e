import type { Knex } from 'knex';
import { statement } from './sql';

/** A run of a request with an Idempotency-Key. */
export interface RepeatableWrite {
  readonly userId: number;
  readonly key: string;
  readonly attempt: number;
  /** What earlier runs kept. */
  readonly progress: object | null;
  /** Whether one of its transactions committed. */
  hasCommitted: boolean;
  /** False once it is answered: effects that outlive it mark nothing. */
  isOpen: boolean;
}

/** The run lasted so long that a repeat of its request took over. */
export class Overtaken extends Error {}

const mark = statement<{ attempt: number }>(
  'mark an idempotency key',
  `update idempotency_keys
      set committed_at = clock_timestamp(), subject_id = coalesce($4, subject_id),
          progress = coalesce($5::jsonb, progress)
    where user_id = $1 and key = $2 and attempt = $3
    returning attempt`,
);

/** The last statement of the act's transaction, so that the mark holds exactly if the act does. Throws Overtaken. */
export async function markCommitted(
  tx: Knex.Transaction,
  { userId, key, attempt }: RepeatableWrite,
  { subjectId, progress }: { readonly subjectId?: number; readonly progress?: object },
): Promise<void> {
  const values = [userId, key, attempt, subjectId ?? null, progress ? JSON.stringify(progress) : null];
  const [marked] = await mark(tx, values);
  if (!marked) throw new Overtaken('a repeat of the request took over');
}
