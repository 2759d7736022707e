import type { Page } from 'playwright-core';
import { cents } from '../../../server/contract/money';
import { findViolations } from '../../support/axe';
import type { Factory } from '../../support/factories';
import { openAs } from '../../support/open-as';
import { useTestEnvironment } from '../../support/test-environment';
import { waitForIdle } from '../../support/wait-for-idle';

let order: Awaited<ReturnType<Factory['anOrder']>>;
let staffEmail: string;

const environment = useTestEnvironment({ rateLimits: false });

beforeAll(async () => {
  staffEmail = (await environment.factory.staff()).email;
  const product = await environment.factory.aProduct({
    name: 'A name of more than twenty letters',
    sku: 'SKU-1',
  });
  order = await environment.factory.anOrder({
    buyer: await environment.factory.aBuyer({ email: 'zoe@example.com', name: 'Zoe Trading' }),
    lines: [{ product, quantity: 20n, unit_price: cents(500) }],
  });
  await environment.factory.anOrder({
    buyer: await environment.factory.aBuyer({ email: 'amy@example.com' }),
  });
  await environment.factory.anOffer({ buyer: order.buyer, state: 'buyer_review' });
}, 120_000);

async function openInsights(path = '/admin/insights', options = {}): Promise<Page> {
  const page = await openAs(environment.browser, environment.server.origin, path, {
    email: staffEmail,
    ...options,
  });
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  return page;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();
const opener = (page: Page, name: string) =>
  section(page, name).getByRole('button', { name, exact: false }).first();

test('the number of what needs attention stands above the charts', async () => {
  const page = await openInsights();
  const heading = page.getByRole('heading', { name: /^Needs attention\s*\d+$/ });
  await heading.waitFor();
  const charts = page.getByRole('heading', { name: 'Charts' });
  const topOf = async (part: typeof heading) => (await part.boundingBox())?.y ?? 0;
  expect(await topOf(heading)).toBeLessThan(await topOf(charts));
});

test('a link within the page shows its part without loading the page again, and Back returns', async () => {
  const page = await openInsights();
  let loads = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/admin/insights') loads += 1;
  });
  const topOf = (name: string) =>
    page.getByRole('heading', { name }).evaluate((heading) => heading.getBoundingClientRect().top);
  const link = page.getByRole('link', { name: 'View Charts' });
  await link.click();
  await page.waitForURL('**/admin/insights#charts');
  await waitForIdle(page);
  expect(loads).toBe(0);
  expect(await topOf('Charts')).toBeLessThan(300);
  expect(await topOf('Charts')).toBeGreaterThan(0);
  await page.goBack();
  await page.waitForURL('**/admin/insights');
  await waitForIdle(page);
  await link.waitFor();
});

test('five sections, folded at first, with their counts and their CSVs', async () => {
  const page = await openInsights();
  for (const name of ['Orders', 'Products', 'Buyers', 'Sellers', 'Offers']) {
    expect(await opener(page, name).getAttribute('aria-expanded')).toBe('false');
    const href = await section(page, name).getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    expect(href).toMatch(/^\/admin\/insights\/download_csv\/(purchase_order|product|user|offer)\.csv/);
  }
  expect(await opener(page, 'Orders').innerText()).toContain('2');
  expect(await section(page, 'Buyers').innerText()).toContain('2 onboarded · 0 approved · 0 denied');
});

test('by keyboard: open, sort by a header, look at a row, and come back to it', async () => {
  const page = await openInsights();
  const table = page.getByRole('table', { name: 'Orders' });
  await opener(page, 'Orders').focus();
  await page.keyboard.press('Enter');
  await table.getByText('zoe@example.com').waitFor();
  const head = table.getByRole('columnheader', { name: 'Buyer Email' });
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (cell) => cell?.getAttribute('aria-sort') === 'ascending',
    await head.elementHandle(),
  );
  await page.waitForFunction(() => {
    const cells = [...document.querySelectorAll('.insight-rows tbody tr')];
    return (
      cells[0]?.textContent?.includes('amy@example.com') && cells[1]?.textContent?.includes('zoe@example.com')
    );
  });
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    document.querySelector('.insight-rows tbody tr')?.textContent?.includes('zoe@example.com'),
  );
  const row = table.getByRole('row').nth(1);
  expect(await row.innerText()).toContain('1');
  expect(await row.innerText()).toContain('$100');
  expect(await row.innerText()).not.toContain('$100.00');
  const button = row.getByRole('button').first();
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Order ${order.po_number}` });
  await dialog.waitFor();
  const text = await dialog.innerText();
  for (const part of [
    'SKU-1',
    'A name of more than ...',
    'Profit',
    '$10',
    'Total Net to Seller',
    '$90',
    'zoe@example.com',
  ])
    expect(text).toContain(part);
  expect(page.url()).toContain(`detail=purchase_order-${order.id}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('detail');
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a user shows their orders and offers, and leads on to them and back', async () => {
  const page = await openInsights(`/admin/insights?detail=user-${order.buyer.id}`);
  const dialog = page.getByRole('dialog', { name: 'zoe@example.com' });
  await dialog.waitFor();
  await dialog.getByRole('region', { name: 'Purchase Orders' }).getByText('$100').first().waitFor();
  const offers = dialog.getByRole('region', { name: 'Offers' });
  await offers.getByText('buyer review').first().waitFor();
  expect(await offers.innerText()).toContain(`#${order.product.id}: 20 × $5`);
  expect(await dialog.innerText()).toContain('Zoe Trading');
  await offers.getByRole('row').nth(1).getByRole('button').first().click();
  const offer = page.getByRole('dialog', { name: /^Offer OF-/ });
  await offer.getByRole('region', { name: 'Replay' }).getByText('Step 2 of 2').waitFor();
  await offer.getByRole('button', { name: 'Previous' }).click();
  await offer.getByText('Step 1 of 2').waitFor();
  await offer.getByText('Zoe Trading sent the offer').first().waitFor();
  await offer.getByRole('list', { name: 'Steps' }).getByText('Raw data').last().click();
  await offer.getByText('"event": "counter"').waitFor();
  await offer.getByRole('button', { name: 'Back', exact: true }).click();
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('a section that cannot be loaded shows its error and retries', async () => {
  const page = await openInsights('/admin/insights', { expected: [/500|Failed to load resource/] });
  let broken = true;
  await page.route('**/admin/insights/rows/product*', (route) =>
    broken ? route.fulfill({ status: 500, body: '{"error":"Internal Server Error"}' }) : route.continue(),
  );
  await opener(page, 'Products').click();
  const products = section(page, 'Products');
  await products.getByText('Products could not be loaded.').waitFor();
  broken = false;
  await products.getByRole('button', { name: /again|retry/i }).click();
  await products.getByRole('table', { name: 'Products' }).getByText('A name of more').waitFor();
});

test('only rows in sight are in the document, and the last ones come when one scrolls there', async () => {
  const seller = await environment.factory.aSeller({ name: 'Long Shelf' });
  const rows = Array.from({ length: 700 }, (_none, index) => ({
    seller_id: seller.seller_id,
    name: `Zz ${String(index).padStart(4, '0')}`,
    upc: String(50_000_000_000 + index).padStart(12, '0'),
  }));
  await environment.factory.db.batchInsert('products', rows as never, 350);
  const page = await openInsights();
  await opener(page, 'Products').click();
  const table = section(page, 'Products').getByRole('table', { name: 'Products' });
  await table.getByText('A name of more').waitFor();
  expect(await table.locator('tbody tr').count()).toBeLessThan(80);
  await page.locator('.insight-rows').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await table.getByText('Zz 0699').waitFor();
  expect(await table.locator('tbody tr').count()).toBeLessThan(80);
  await section(page, 'Products').getByLabel('Search products').fill('Zz 0345');
  await table.getByText('Zz 0345').waitFor();
  await section(page, 'Products').getByText('1 found').waitFor();
});

test('stuck work leads to its rows; the log of acts is searched', async () => {
  await environment.factory.aProduct({ name: 'Half a product', provisional: true, created_at: new Date(0) });
  const page = await openInsights();
  await page.getByRole('link', { name: 'Incomplete products', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Products: Incomplete products' }).waitFor();
  await page.getByRole('link', { name: 'Half a product', exact: true }).waitFor();
  await page.goto('/admin/audit');
  await page.getByLabel('Search the audit log').fill('nothing like it');
  await page.getByText('No entries match your search.').waitFor();
  await environment.factory.db('audit_log').insert({
    actor: 'ops@example.com',
    action: 'ship',
    subject_type: 'purchase_order',
    subject_id: order.id,
  });
  await page.getByLabel('Search the audit log').fill(`po-${100_000 + order.id}`);
  await page.getByRole('row', { name: 'ops@example.com' }).waitFor();
  const today = new Date().toISOString().slice(0, 10);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('From', { exact: true }).fill(today);
  await page.waitForURL(`**/admin/audit?query=*&from=${today}`);
  await page.getByRole('row', { name: 'ops@example.com' }).waitFor();
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('No entries match your search.').waitFor();
  await page.reload();
  await page.getByText('No entries match your search.').waitFor();
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2020-01-31');
});

test('a link opens the same view: sections, order, words and days; the CSV is what is shown', async () => {
  await environment.factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ created_at: new Date('2026-02-28T23:00:00Z') });
  const page = await openInsights();
  await opener(page, 'Orders').press('Enter');
  const orders = section(page, 'Orders');
  const table = orders.getByRole('table', { name: 'Orders' });
  await table.getByText('amy@example.com').waitFor();
  const csv = orders.getByRole('link', { name: 'Download CSV' });
  expect(await csv.innerText()).toContain('2 rows');
  await table.getByRole('columnheader', { name: 'Total', exact: true }).getByRole('button').click();
  await orders.getByRole('button', { name: 'Filters' }).click();
  await orders.getByLabel('From', { exact: true }).fill('2026-02-28');
  await orders.getByLabel('To', { exact: true }).fill('2026-02-28');
  await orders.getByText('1 found').waitFor();
  expect(await csv.innerText()).toContain('1 row');
  const address = new URL(page.url());
  expect(Object.fromEntries(address.searchParams)).toEqual({
    open: 'orders',
    'orders.sort': 'total_cents',
    'orders.dir': 'asc',
    'orders.from': '2026-02-28',
    'orders.to': '2026-02-28',
  });
  const linked = await openInsights(address.pathname + address.search);
  const again = section(linked, 'Orders');
  await again.getByText('1 found').waitFor();
  expect(
    await again.getByRole('columnheader', { name: 'Total', exact: true }).getAttribute('aria-sort'),
  ).toBe('ascending');
  const file = await linked.request.get(
    (await again.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '',
  );
  expect((await file.text()).trim().split('\r\n')).toHaveLength(2);
  await again.getByLabel('Search orders').fill('nobody');
  await again.getByText('No orders match your search.').waitFor();
  await again.getByRole('button', { name: 'Clear Filters' }).click();
  await again.getByText('amy@example.com').waitFor();
  expect(linked.url()).not.toContain('orders.from');
});

test('Back leads from a record to the lists as they were, and to the record that one came from', async () => {
  const page = await openInsights('/admin/insights?open=buyers,offers');
  await section(page, 'Buyers').getByRole('button', { name: 'zoe@example.com' }).click();
  const person = page.getByRole('dialog', { name: 'zoe@example.com' });
  await person
    .getByRole('region', { name: 'Offers' })
    .getByRole('row')
    .nth(1)
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('dialog', { name: /^Offer OF-/ }).waitFor();
  await page.goBack();
  await person.waitFor();
  await page.goBack();
  await person.waitFor({ state: 'detached' });
  await section(page, 'Buyers').getByText('zoe@example.com').waitFor();
  expect(await opener(page, 'Offers').getAttribute('aria-expanded')).toBe('true');
});

const allChartsPainted = () =>
  [...document.querySelectorAll<HTMLCanvasElement>('.chart-plot canvas')].filter((canvas) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return pixels?.some((value) => value > 0);
  }).length === 4;

test.each(['en-US@posix', 'de-DE', 'ar-EG'])(
  'charts are drawn where the language is %s',
  async (language) => {
    const page = await openInsights();
    await page.addInitScript((name) => {
      Object.defineProperty(Navigator.prototype, 'language', { get: () => name, configurable: true });
    }, language);
    await page.reload();
    await page.waitForFunction(allChartsPainted);
    expect(await page.evaluate(() => navigator.language)).toBe(language);
    expect(await page.locator('.chart details[open]').count()).toBe(0);
  },
);

test('90 days are shown per week, 30 days per day; both add up to the total', async () => {
  const page = await openInsights();
  const orders = page.getByRole('figure').filter({ hasText: 'Orders' });
  const sum = async () => {
    const cells = await orders.locator('tbody td').allTextContents();
    return cells.reduce((all, text) => all + Number(text), 0);
  };
  await orders.getByText('Per week, UTC').waitFor();
  expect(await orders.locator('tbody tr').count()).toBe(13);
  const total = await sum();
  expect(total).toBeGreaterThan(0);
  await page.getByRole('button', { name: '30 days' }).click();
  await orders.getByText('Per day, UTC').waitFor();
  expect(await orders.locator('tbody tr').count()).toBe(30);
  expect(await sum()).toBe(total);
});

test('where a chart cannot be drawn its table is open', async () => {
  const page = await openInsights();
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.reload();
  await page.getByText('The chart could not be drawn.').first().waitFor();
  await page.getByRole('region', { name: 'Volume, newest week first' }).getByText('$0').first().waitFor();
  expect(await page.locator('.chart details[open]').count()).toBe(4);
});

test('a list has its totals and explains profit; Esc closes the explanation', async () => {
  const page = await openInsights('/admin/insights?open=orders');
  const table = page.getByRole('table', { name: 'Orders' });
  await table.getByText('All rows').waitFor();
  await table.locator('tfoot').getByText('$180').first().waitFor();
  await table.getByRole('button', { name: 'About profit' }).focus();
  await page.getByRole('tooltip').getByText('Total minus Total Net to Seller').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tooltip').getByText('Total minus').waitFor({ state: 'hidden' });
});

test('a phone shows two columns and the others of a row that is expanded', async () => {
  const page = await openInsights('/admin/insights?open=orders', { viewport: { width: 390, height: 844 } });
  const table = page.getByRole('table', { name: 'Orders' });
  await table.getByText('All rows').waitFor();
  const heads = await table.getByRole('columnheader').allInnerTexts();
  expect(heads.map((text) => text.trim()).filter(Boolean)).toEqual(['#', 'Seller Email', 'Total', 'Details']);
  await table.getByRole('button', { name: 'Details of row 1' }).click();
  await table.getByText('Total Net to Seller').last().waitFor();
  const frame = page.locator('.insight-rows');
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await findViolations(page)).toEqual([]);
});
