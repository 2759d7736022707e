import type { Knex } from 'knex';
import type { Tx } from '../../../db/transaction';
import { id as idField, object } from '../../contract/fields';
import { Conflict } from '../../http/errors';
import { enqueue, job } from '../../jobs/job';
import type { Services } from '../../services';
import { audit } from '../audit';
import type { Staff } from '../policy';
import { digestOf, newToken } from '../sessions/one-time-tokens';
import { deleteFactor } from './factor';
import { resetPlanned } from './mailer';
import { lockFactor } from './proof';

const DELAY_HOURS = 24;

const isOpen = (resets: Knex.QueryBuilder) => resets.whereNull('canceled_at').whereNull('done_at');

/** For a person who lost phone and recovery codes. Returns when it is due; asked again, the same time. */
export const planReset = (
  { transaction }: Pick<Services, 'transaction'>,
  { userId, reason, by }: { userId: number; reason: string; by: Staff },
): Promise<Date> =>
  transaction(async (tx) => {
    const factor = await lockFactor(tx, userId);
    if (!factor?.confirmed_at) throw Conflict('Two-step verification is off for this person.');
    const planned = await tx('factor_resets').where({ user_id: userId }).modify(isOpen).first('due_at');
    if (planned) return planned.due_at;
    const { token, digest } = newToken();
    const [reset] = await tx('factor_resets')
      .insert({
        user_id: userId,
        requested_by: by.id,
        reason,
        digest,
        due_at: tx.raw('now() + make_interval(hours => ?)', [DELAY_HOURS]) as never,
      })
      .returning(['id', 'due_at']);
    if (!reset) throw new Error('The reset was not written');
    const { id, due_at } = reset;
    await audit(tx, by, 'second_factor.plan_reset', 'user', userId, { after: { reason, due_at } });
    await enqueue(tx, performReset, { reset_id: id }, { runAt: due_at });
    await resetPlanned(tx, userId, { token, dueAt: due_at });
    return due_at;
  });

export const performReset = job(
  'reset-second-factor',
  object({ reset_id: idField().required() }),
  async ({ transaction }, { reset_id }) => {
    await transaction(async (tx) => {
      const [reset] = await tx('factor_resets')
        .where({ id: reset_id })
        .modify(isOpen)
        .where('due_at', '<=', tx.fn.now())
        .update({ done_at: tx.fn.now() })
        .returning('user_id');
      if (reset) await resetNow(tx, reset.user_id);
    });
  },
);

/** False where no factor was on. */
export async function resetNow(tx: Tx, userId: number): Promise<boolean> {
  const wasOn = await deleteFactor(tx, userId);
  if (wasOn) await audit(tx, null, 'second_factor.reset', 'user', userId);
  return wasOn;
}

export interface PlannedReset {
  readonly id: number;
  readonly isCanceled: boolean;
}

/** Null once it is done. */
export async function resetOfToken(db: Knex, token: string): Promise<PlannedReset | null> {
  const row = await db('factor_resets')
    .where({ digest: digestOf(token) })
    .whereNull('done_at')
    .first('id', 'canceled_at');
  return row ? { id: row.id, isCanceled: row.canceled_at !== null } : null;
}

/** Does nothing where it was canceled before. */
export const cancelReset = (
  { transaction }: Pick<Services, 'transaction'>,
  { id }: PlannedReset,
): Promise<void> =>
  transaction(async (tx) => {
    const [canceled] = await tx('factor_resets')
      .where({ id })
      .modify(isOpen)
      .update({ canceled_at: tx.fn.now() })
      .returning('user_id');
    if (canceled) await audit(tx, null, 'second_factor.cancel_reset', 'user', canceled.user_id);
  });
