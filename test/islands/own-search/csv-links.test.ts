import { openAs } from '../../support/open-as';
import { useTestEnvironment } from '../../support/test-environment';

const environment = useTestEnvironment();

test.each([
  ['offers', '/my_offers'],
  ['orders', '/my_orders'],
])('both sides download their %s as a CSV', async (what, path) => {
  const { factory, browser, server } = environment;
  const [seller, buyer] = [await factory.aSeller(), await factory.aBuyer()];
  await factory.anOffer({ seller, buyer });
  await factory.anOrder({ seller, buyer });
  for (const { email } of [seller, buyer]) {
    const page = await openAs(browser, server.origin, path, { email, island: `my-${what}` });
    const href = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
    const file = await page.request.get(href ?? '');
    const isCsv = expect.stringContaining('text/csv');
    expect([file.status(), file.headers()['content-type']]).toEqual([200, isCsv]);
    expect((await file.text()).trim().split('\n').length).toBeGreaterThan(1);
  }
});
