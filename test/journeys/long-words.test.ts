import { cents } from '../../server/contract/money';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment();

/** Longer than any line of a phone. */
const longWord = (length: number) => 'W'.repeat(length);

test('words without a space never widen a page', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller({ name: longWord(100) });
  const product = await factory.aProduct({ seller, name: longWord(255) });
  const order = await factory.anOrder({ seller, lines: [{ product }] });
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'purchaser', {
    name: longWord(200),
    order_limit_cents: cents(100),
  });
  await (await factory.as(owner)).request('PUT', `/company/members/${member.id}`, {
    body: { order_limit_cents: 200 },
  });
  const draft = await factory.anOffer({ buyer: owner, state: 'draft' });
  await (await factory.as(member)).request('PUT', `/offers/${draft.id}/accept`, { body: {} });
  const staff = await factory.staff();
  const client = await factory.as(staff);
  const post = (path: string, body: object) => client.request('POST', path, { body });
  const transitions = `/admin/purchase_orders/${order.id}/state_transitions`;
  await post(transitions, { event: 'confirm_payment' });
  const shipped = { event: 'ship', carrier: 'UPS', tracking_number: longWord(40) };
  expect((await post(transitions, shipped)).status).toBe(200);
  await post('/admin/add_to_tag', { product_id: product.id, tag_name: 'Top Sellers' });
  for (const [person, paths] of [
    [seller, ['/dashboard', `/my_orders/${order.id}`]],
    [owner, ['/settings/company', '/my_offers', '/cart']],
    [staff, ['/admin/top_sellers', `/admin/sellers/${seller.seller_id}/products`]],
  ] as const) {
    const page = await openSignedIn(browser, factory, person);
    for (const path of paths)
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await page.locator('main').getByText('WWWW').first().waitFor();
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([path, width, Math.max(0, beyond)]).toEqual([path, width, 0]);
      }
    await page.context().close();
  }
}, 90_000);
