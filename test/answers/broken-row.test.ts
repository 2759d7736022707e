import { randomUUID } from 'node:crypto';
import { previewBulkAnswer, showBulkAnswer, startBulkAnswer } from '../../server/answers/contract';
import { answerOffers } from '../../server/answers/jobs';
import { cents } from '../../server/contract/money';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

/** Every act on the offer fails as a fault of the server would. */
async function breakOffer(offerId: number) {
  await factory.db.raw(`
    create function fail_act() returns trigger language plpgsql as
      $$ begin raise exception 'Disk full'; end $$;
    create trigger fail_act before insert on offer_history for each row
      when (new.offer_id = ${Number(offerId)}) execute function fail_act()`);
  return () => factory.db.raw('drop function fail_act cascade');
}

const work = () => runDueJobs(factory.services, [answerOffers]);

const beforeLastAttempt = () =>
  factory.db.raw(
    `update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'answer-offers')`,
  );

async function startAnswers() {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, units: 1_000n });
  const offers = [];
  for (const price of [900, 910, 920])
    offers.push(await factory.anOffer({ seller, lines: [{ product, unit_price: cents(price) }] }));
  const client = await factory.as(seller);
  const selection = { offer_ids: offers.map(({ id }) => id), action: 'accept_at_or_above', percent: 80 };
  const answer = async (ids: number[]) => {
    const chosen = { ...selection, offer_ids: ids };
    const { rows } = (await client.call(previewBulkAnswer, {}, { bulk_answer: chosen })).body;
    const { body } = await client.call(
      startBulkAnswer,
      {},
      {
        bulk_answer: { ...chosen, key: randomUUID(), rows },
      },
    );
    return body.bulk_answer.id;
  };
  const show = async (id: number) => (await client.call(showBulkAnswer, { id })).body.bulk_answer;
  return { offers, answer, show };
}

test('a row that keeps failing ends with a reason, and can be sent again', async () => {
  const { offers, answer, show } = await startAnswers();
  const broken = offers[1]?.id ?? 0;
  const repair = await breakOffer(broken);
  const id = await answer(offers.map((offer) => offer.id));
  await expect(work()).rejects.toThrow('Disk full');
  const between = await show(id);
  expect(between.state).toBe('running');
  expect(between.rows.find(({ offer_id }) => offer_id === broken)).toMatchObject({ state: 'waiting' });
  await beforeLastAttempt();
  await work();
  const ended = await show(id);
  expect(ended.state).toBe('done');
  expect(ended.rows.map(({ offer_id, state, reason }) => [offer_id === broken, state, reason])).toEqual([
    [false, 'done', null],
    [true, 'failed', 'A problem on our side prevented this answer. Try again.'],
    [false, 'done', null],
  ]);
  expect(await factory.db('purchase_orders').where({ offer_id: broken })).toEqual([]);

  await repair();
  const again = await answer([broken]);
  await work();
  expect(await show(again)).toMatchObject({ state: 'done', rows: [{ offer_id: broken, state: 'done' }] });
});
