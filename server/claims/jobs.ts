import type { Knex } from 'knex';
import { object } from '../contract/fields';
import { every, type Job, job, type Scheduled } from '../jobs/job';
import { lockClaim, moveClaim } from './claim';
import { sendClaimMail } from './mailer';
import { resizeClaimPhoto } from './photos';

const BATCH = 200;

const unanswered = (db: Knex): Promise<{ id: number }[]> =>
  db('claims')
    .where({ status: 'open' })
    .whereRaw('answer_by <= now()')
    .orderBy('answer_by')
    .limit(BATCH)
    .select('id');

export const escalateClaims = job('escalate-claims', object({}), async ({ db, transaction }) => {
  for (const { id } of await unanswered(db))
    await transaction(async (tx) => {
      const locked = await lockClaim(tx, id);
      const { status, answer_by } = locked.claim;
      if (status !== 'open' || answer_by > tx.databaseClock.now()) return;
      const claim = await moveClaim(tx, locked, 'escalate', { actor: 'system', userId: null });
      await sendClaimMail(tx, { order: locked.order, claim, event: 'in_review', by: 'system' });
    });
});

export const claimJobs = [escalateClaims, resizeClaimPhoto] as Job[];

export const claimSchedule: readonly Scheduled[] = [every('* * * * *', escalateClaims)];
