import type { BulkAnswerRow } from '../../db/tables';
import { id, object } from '../contract/fields';
import { job } from '../jobs/job';
import type { Services } from '../services';
import { answerRow, giveUpRow } from './acts';
import { bulkAnswerById, rowsOf } from './queries';

const ATTEMPTS = 5;

/** A fault of one row leaves the others; at the last attempt the row fails, so that its seller can try again. */
export const answerOffers = job(
  'answer-offers',
  object({ id: id().required() }),
  async (services, payload, { isLast } = { isLast: false }) => {
    const answer = await bulkAnswerById(services.db, payload.id);
    if (!answer || answer.state === 'done') return;
    const [failure] = await answerWaiting(services, answer, isLast);
    if (failure && !isLast) throw failure;
    if (failure) reportFailure(services, answer, failure);
    await finish(services, answer);
  },
  { attempts: ATTEMPTS },
);

async function answerWaiting(services: Services, answer: BulkAnswerRow, isLast: boolean) {
  const { db, config } = services;
  const failures: unknown[] = [];
  for (const { offer_id: offerId, state } of await rowsOf(db, answer.id)) {
    if (state !== 'waiting') continue;
    try {
      await answerRow(services, { answer, offerId, config });
    } catch (error) {
      failures.push(error);
      if (isLast) await giveUpRow(services, { answer, offerId });
    }
  }
  return failures;
}

function reportFailure({ log, errorReports }: Services, { id: answerId }: BulkAnswerRow, err: unknown) {
  log.error({ err, bulkAnswer: answerId }, 'rows of a bulk answer failed for good');
  errorReports.report(err, { job: answerOffers.name });
}

const finish = async ({ db }: Services, { id: answerId }: BulkAnswerRow) =>
  void (await db('bulk_answers').where({ id: answerId }).update({ state: 'done', finished_at: db.fn.now() }));
