import { seedDemo } from '../../db/seeds/demo';
import { replay } from '../../islands/admin-insights/replayed';
import { showOffer } from '../../server/insights/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });

beforeAll(async () => {
  await seedDemo(app.services);
}, 120_000);

test('replaying all events of the demo gives the stored state of every offer', async () => {
  const { db } = app.services;
  const staff = await new Factory(app).as(await new Factory(app).staff());
  const offers = await db('offers').orderBy('id');
  expect(offers.length).toBeGreaterThan(100);
  const wrong: unknown[] = [];
  let replayed = 0;
  for (const { id, state } of offers) {
    const { body: offer } = await staff.call(showOffer, { id });
    if (offer.history.length === 0) {
      // What has never left the cart has no steps.
      if (state !== 'draft' && state !== 'saved_for_later') wrong.push({ id, state });
      continue;
    }
    replayed++;
    const end = replay(offer.history);
    const lines = new Map(
      offer.offer_products.map(({ id: line, quantity, unit_price }) => [line, { quantity, unit_price }]),
    );
    if (end.state !== state || end.broken !== null) wrong.push({ id, state, end });
    try {
      expect(new Map([...end.lines].sort())).toEqual(new Map([...lines].sort()));
    } catch {
      wrong.push({ id, stored: [...lines], replayed: [...end.lines] });
    }
  }
  expect(wrong).toEqual([]);
  expect(replayed).toBeGreaterThan(100);
});

test('the ledger that a step shows ends at the stock that is there', async () => {
  const { db } = app.services;
  const { rows } = await db.raw(`
    select products.id from products
      left join stock_movements on stock_movements.product_id = products.id
     group by products.id having coalesce(sum(stock_movements.units), 0) <> coalesce(products.units, 0)`);
  expect(rows).toEqual([]);
});
