import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

test('a seller without views reads what will come, and one with views finds what has no offers, by keyboard', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  const page = await openSignedIn(browser, factory, seller);
  await page.goto('/dashboard/analytics');
  await live(page);
  await page.getByText('Views and offers appear here once buyers find your products.').waitFor();
  expect(await findViolations(page)).toEqual([]);

  const ignored = await factory.aProduct({ seller, name: 'Brass Samovar' });
  const wanted = await factory.aProduct({ seller, name: 'Tin Mug' });
  await factory.anOrder({ seller, lines: [{ product: wanted }] });
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  await factory.db('product_views_daily').insert([
    { product_id: ignored.id, day: day(40), views: 5 },
    { product_id: ignored.id, day: day(3), views: 7 },
    { product_id: wanted.id, day: day(3), views: 90 },
  ]);
  await page.goto('/dashboard');
  await live(page);
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  await tabs.getByRole('link', { name: 'Analytics' }).press('Enter');
  await page.waitForURL('**/dashboard/analytics');
  await live(page);
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByText('102', { exact: true }).waitFor();
  expect(await page.locator('#seller-analytics tbody tr[data-row] a').allTextContents()).toEqual([
    'Brass Samovar',
    'Tin Mug',
  ]);
  await page.locator('.chart-plot canvas').first().waitFor();
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: '30 days' }).press('Enter');
  await page.waitForURL('**/dashboard/analytics?days=30');
  await totals.getByText('97', { exact: true }).waitFor();
  const views = page.getByRole('figure').filter({ hasText: 'Views' }).first();
  await views.getByText('View as table').press('Enter');
  expect(await views.getByRole('rowheader').count()).toBe(30);
  expect(await findViolations(page)).toEqual([]);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).press('Enter');
  expect((await file).suggestedFilename()).toBe('analytics-30-days.csv');

  await page.getByRole('link', { name: 'Brass Samovar' }).press('Enter');
  await page.waitForURL(`**/dashboard/analytics?days=30&product_id=${ignored.id}`);
  await live(page);
  await page.getByRole('heading', { name: 'Brass Samovar' }).waitFor();
  await totals.getByText('7', { exact: true }).waitFor();
  await page.route('**/seller/analytics?*', (route) => route.fulfill({ status: 429, json: {} }));
  await page.getByRole('button', { name: '365 days' }).press('Enter');
  await page.getByText('This period could not be loaded.').waitFor();
  await page.unroute('**/seller/analytics?*');
  await page.getByRole('button', { name: 'Try Again' }).press('Enter');
  await totals.getByText('12', { exact: true }).waitFor();
  await page.goBack();
  await page.waitForURL(`**?days=30&product_id=${ignored.id}`);
  await live(page);
  await totals.getByText('7', { exact: true }).waitFor();
}, 120_000);
