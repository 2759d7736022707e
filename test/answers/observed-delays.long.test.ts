import { answerByRules } from '../../server/answers/offer-rules/jobs';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { isEven, type Samples } from './rank-share';
import { rulesHarness } from './rules-harness';

const app = useTestApp({ rateLimits: false, maxUnpaidOrders: 1_000_000 }, { jobs: [answerByRules] });

const PRICES = { rejected: 500, countered: 700, accepted: 950 };
type Outcome = keyof typeof PRICES;
const outcomes = Object.keys(PRICES) as Outcome[];

const RULE = { accept_at: 90, counter_at: 95, decline_below: 60, max_orders_per_day: 1_000 };
const ROUNDS = 100;

async function send(factory: Factory) {
  const { aSellerWith, anOffer } = rulesHarness(factory);
  const { seller } = await aSellerWith(RULE);
  const sent: Record<Outcome, number[]> = { rejected: [], countered: [], accepted: [] };
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      outcomes.map(async (outcome) =>
        sent[outcome].push((await anOffer({ seller, price: PRICES[outcome] })).id),
      ),
    );
  return sent;
}

/** From the offer to the answer, as the buyer's history tells. */
async function observed(factory: Factory, ids: readonly number[]): Promise<number[]> {
  const { rows } = await factory.db.raw<{ rows: { ms: number }[] }>(
    `select (extract(epoch from history.at - offers.submitted_at) * 1000)::float8 as ms
       from offers
       join offer_history history on history.offer_id = offers.id and history.actor = 'seller'
      where offers.id = any(?)`,
    [[...ids]],
  );
  return rows.map(({ ms }) => ms);
}

async function untilAnswered(factory: Factory) {
  const deadline = Date.now() + 60_000;
  while (await factory.db('planned_answers').first('offer_id')) {
    if (Date.now() > deadline) throw new Error('Answers are missing');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What a worker adds to the planned time must not differ either. */
test('the times at which buyers see 300 answers tell nothing about the outcome', async () => {
  const factory = new Factory(app);
  const seen: Samples = {};
  // Even draws leave the bounds once in a hundred times; 600 do so never.
  for (let tries = 0; tries < 2 && !isEven(seen); tries++) {
    const sent = await send(factory);
    await untilAnswered(factory);
    for (const outcome of outcomes)
      seen[outcome] = [...(seen[outcome] ?? []), ...(await observed(factory, sent[outcome]))];
  }
  expect(outcomes.map((outcome) => (seen[outcome]?.length ?? 0) % ROUNDS)).toEqual([0, 0, 0]);
  expect(isEven(seen)).toBe(true);
}, 240_000);
