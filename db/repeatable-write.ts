import type { Knex } from 'knex';
import { type Sent, statement, whenSent } from './sql';

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

/** Fails where a repeat took over, so that a commit which follows it at once rolls back. */
const mark = statement(
  'mark an idempotency key',
  `with marked as (
     update idempotency_keys
        set committed_at = clock_timestamp(), subject_id = coalesce($4, subject_id),
            progress = coalesce($5::jsonb, progress)
      where user_id = $1 and key = $2 and attempt = $3
      returning attempt
   )
   select 1 / count(*)::integer as marked from marked`,
);

const DIVISION_BY_ZERO = '22012';

/**
 * The last statement of the act's transaction, so that the mark holds exactly if the act does. `written` rejects with
 * Overtaken where a repeat took over.
 */
export function markCommitted(
  tx: Knex.Transaction,
  { userId, key, attempt }: RepeatableWrite,
  { subjectId, progress }: { readonly subjectId?: number; readonly progress?: object },
): Promise<Sent> {
  const values = [userId, key, attempt, subjectId ?? null, progress ? JSON.stringify(progress) : null];
  return whenSent((onSent) =>
    mark(tx, values, onSent).then(
      () => undefined,
      (error: unknown) => {
        const isOvertaken = (error as { code?: unknown } | null)?.code === DIVISION_BY_ZERO;
        throw isOvertaken ? new Overtaken('a repeat of the request took over') : error;
      },
    ),
  );
}
