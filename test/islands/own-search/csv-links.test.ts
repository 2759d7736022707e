import { openAs } from '../../support/open-as';
import { useTestEnvironment } from '../../support/test-environment';

const environment = useTestEnvironment();

test.each([
  ['offers', '/my_offers'],
  ['orders', '/my_orders'],
])('sellers download their %s as a CSV; buyers have no such link', async (what, path) => {
  const { factory, browser, server } = environment;
  const [seller, buyer] = [await factory.aSeller(), await factory.aBuyer()];
  await factory.anOffer({ seller, buyer });
  await factory.anOrder({ seller, buyer });
  const island = `my-${what}`;
  const page = await openAs(browser, server.origin, path, { email: seller.email, island });
  const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  const file = await page.request.get(href ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
  expect((await file.text()).trim().split('\n').length).toBeGreaterThan(1);
  const other = await openAs(browser, server.origin, path, { email: buyer.email, island });
  expect(await other.getByRole('link', { name: 'Download CSV' }).count()).toBe(0);
});
