import { id, object } from '../contract/fields';
import { job } from '../jobs/job';
import { answerRow } from './acts';
import { bulkAnswerById, rowsOf } from './queries';

/** Answers the rows that still wait, each in a transaction of its own. A fault of one leaves the others. */
export const answerOffers = job(
  'answer-offers',
  object({ id: id().required() }),
  async (services, payload) => {
    const { db, config } = services;
    const answer = await bulkAnswerById(db, payload.id);
    if (!answer || answer.state === 'done') return;
    const failures: unknown[] = [];
    for (const { offer_id: offerId, state } of await rowsOf(db, answer.id)) {
      if (state !== 'waiting') continue;
      try {
        await answerRow(services, { answer, offerId, config });
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    await db('bulk_answers').where({ id: answer.id }).update({ state: 'done', finished_at: db.fn.now() });
  },
);
