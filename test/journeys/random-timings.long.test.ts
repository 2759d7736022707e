import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import type { Client } from '../support/client';
import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

/** RANDOM_TIMINGS sets another number. */
const ROUNDS = Number(process.env.RANDOM_TIMINGS ?? 30);

vi.setConfig({ testTimeout: 100_000 + ROUNDS * 6_000, hookTimeout: 100_000 + ROUNDS * 6_000 });

const environment = useTestEnvironment({ maxUnpaidOrders: 1_000_000, rateLimits: false });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const random = (most: number) => Math.floor(Math.random() * most);

interface Sent {
  id: number;
  lines: { id: number }[];
  /** In cents, for one unit. */
  price: number;
}

/** The buyer raises the price by a cent, after a counter of the seller in another window. */
async function reprice(offer: Sent, seller: Client, buyer: Client) {
  const priced = (unit_price: number) => ({
    body: { offer_products_attributes: offer.lines.map(({ id }) => ({ id, unit_price })) },
  });
  const answers = [
    await seller.request('POST', `/offers/${offer.id}/counter_offer`, priced(990)),
    await buyer.request('POST', `/offers/${offer.id}/counter_offer`, priced(offer.price + 1)),
  ];
  if (answers.every(({ status }) => status === 200)) offer.price++;
}

/** Notes what each press was on: the offer, and the total that its card showed. */
const watchPresses = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        const card = (target as Element | null)?.closest('.offer-card');
        const button = (target as Element | null)?.closest('button')?.textContent;
        const pressed = [
          card?.getAttribute('data-row') ?? '',
          button ?? '',
          card?.querySelector('.offer-total dd')?.textContent?.match(/\$[\d,.]+/)?.[0] ?? '',
        ];
        document.documentElement.dataset.pressed = JSON.stringify(pressed);
      },
      true,
    );
  });

test('arrivals, changes and withdrawals at random times: an acceptance is of what was shown at its press', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  const buyer = await factory.aBuyer();
  const [asSeller, asBuyer] = [await factory.as(seller), await factory.as(buyer)];
  const arrive = async (): Promise<Sent> => {
    const price = 700 + random(100);
    const product = await factory.aProduct({ seller, units: 1_000_000n });
    const lines = [{ product, quantity: 100n, unit_price: cents(price) }];
    return { ...(await factory.anOffer({ seller, buyer, lines })), price };
  };
  let queue = [await arrive(), await arrive()];

  const page = await openSignedIn(browser, factory, seller, { expected: [/409|422|404/] });
  await watchPresses(page);
  const seen = { accepted: 0, refused: 0 };
  const orders = () =>
    factory.db('purchase_orders').where({ seller_id: seller.seller_id }).orderBy('id', 'desc');

  for (let round = 0; round < ROUNDS; round++) {
    const target = queue[random(queue.length)] as Sent;
    await page.goto(`/my_offers?offer=${target.id}`);
    await live(page);
    await page.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
    const button = page
      .locator(`.offer-card[data-row="${target.id}"]`)
      .getByRole('button', { name: 'Accept Offer' });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (!box) throw new Error('The button is not shown');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const before = (await orders()).length;
    const change = (async () => {
      await pause(random(250));
      const what = random(4);
      if (what === 0) await arrive().then((sent) => queue.push(sent));
      else if (what === 1) await asBuyer.request('POST', `/offers/${target.id}/withdraw`);
      else await reprice(target, asSeller, asBuyer);
    })();
    await pause(random(350));
    await page.mouse.down();
    await pause(random(120));
    await page.mouse.up();
    await change;
    const [id, name, total] = JSON.parse(
      (await page.evaluate(() => document.documentElement.dataset.pressed)) ?? '[]',
    ) as string[];
    // After the delay of an acceptance and its answer.
    await pause(900);
    const made = (await orders()).slice(0, (await orders()).length - before);
    expect(made.length).toBeLessThanOrEqual(1);
    const [order] = made;
    if (order) {
      seen.accepted++;
      expect([id, name]).toEqual([String(order.offer_id), 'Accept Offer']);
      expect(`$${(Number(order.total_cents) / 100).toFixed(2)}`).toBe(total);
    } else seen.refused++;
    const open = new Set(
      (await factory.db('offers').where({ seller_id: seller.seller_id, state: 'seller_review' })).map(
        (offer) => offer.id,
      ),
    );
    queue = queue.filter((offer) => open.has(offer.id));
    while (queue.length < 2) queue.push(await arrive());
  }
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(2);
});
