import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openAs } from '../../support/open-as';
import { projectRoot } from '../../support/roots';
import { useTestEnvironment } from '../../support/test-environment';
import { waitForIdle } from '../../support/wait-for-idle';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment({ rateLimits: false });

const [, EXAMPLE = ''] =
  /```html\n(.+?)```/s.exec(readFileSync(join(projectRoot, 'docs/islands.md'), 'utf8')) ?? [];

function written(html: string, ids: Record<string, number> = {}): string {
  const { root } = environment.server.services.config;
  const { assets } = JSON.parse(readFileSync(join(root, 'public/build/manifest.json'), 'utf8'));
  return html.replaceAll(/\[\[([\w.]+)\]\]/g, (_mark, name) => String(ids[name] ?? assets[name]));
}

const pageWith = (element: string) => EXAMPLE.replace(/<div id="top-nav">.+(?=<\/body>)/s, element);

/** A page of another backend at our origin, without ids in its address. */
async function openForeign(email: string | null, html: string, expected: RegExp[] = []): Promise<Page> {
  const { browser, server } = environment;
  const page = email
    ? await openAs(browser, server.origin, '/404', { email, expected: [/404/, ...expected] })
    : await browser.newPage({ baseURL: server.origin, expected });
  await page.route('**/backoffice', (route) =>
    route.fulfill({ contentType: 'text/html', body: written(html) }),
  );
  await page.goto('/backoffice');
  await waitForIdle(page);
  return page;
}

test('the page of the documentation shows its islands, and saves without CSRF tags by bearer or session', async () => {
  const { factory } = environment;
  const staff = await factory.staff();
  const applicant = await factory.aBuyer({ name: 'New Outlet', status: 'provisional' });
  const example = EXAMPLE.replace('[[person]]', String(applicant.id));
  const save = async (page: Page, typed: string) => {
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.locator('#person').getByRole('button', { name: 'Edit details' }).click();
    await page.locator('#person [name="full_name"]').fill(typed);
    await page.locator('#person').getByRole('button', { name: 'Save' }).click();
    const headers = await (await sent).allHeaders();
    await page.getByText('Saved.').first().waitFor();
    const stored = await factory.db('users').where({ id: applicant.id }).first('full_name');
    expect(stored).toEqual({ full_name: typed });
    return headers.authorization?.split(' ')[0];
  };
  const page = await openForeign(staff.email, example, [/422/]);
  await page.getByRole('link', { name: 'Purchase Orders' }).waitFor();
  await save(page, 'Grace Hopper');

  // Nothing on it asks for the person, so nothing brings a token before.
  const alone = await openForeign(staff.email, example.replace('<div id="top-nav"></div>', ''), [/422/]);
  expect(await save(alone, 'Ada Lovelace')).toBe('Bearer');
  await alone.context().clearCookies({ name: 'auth_token' });
  await alone.reload();
  await waitForIdle(alone);
  expect(await save(alone, 'Mary Somerville')).toBeUndefined();
});

test.each(['visitor', 'buyer', 'seller'])('top-nav shows nothing to a %s', async (kind) => {
  const { factory } = environment;
  const person =
    kind === 'visitor' ? null : kind === 'buyer' ? await factory.aBuyer() : await factory.aSeller();
  const page = await openForeign(person?.email ?? null, pageWith('<div id="top-nav"></div>'));
  await page.locator('#top-nav[data-ready]').waitFor({ state: 'attached' });
  expect(await page.locator('#top-nav').innerHTML()).toBe('');
});

test('every island that shows one record takes it from its element', async () => {
  const { factory } = environment;
  const seller = await factory.aSeller({ name: 'Stridewell' });
  const product = await factory.aProduct({ seller, name: 'Blue Mug' });
  await factory.aProduct({ seller, name: 'Unfinished Mug', provisional: true });
  const order = await factory.anOrder({ seller, lines: [{ product }] });
  const staff = await factory.staff();
  const cases: [email: string, element: string, shows: string][] = [
    [order.buyer.email, `<div id="product-detail" data-product-id="${product.id}"></div>`, 'Blue Mug'],
    [
      order.buyer.email,
      `<div id="seller-storefront" data-seller-id="${seller.seller_id}"></div>`,
      'Blue Mug',
    ],
    [order.buyer.email, `<div id="order-detail" data-order-id="${order.id}"></div>`, 'Stridewell'],
    [
      seller.email,
      `<div id="product-wizard" data-product-id="${product.id}" data-step="pricing"></div>`,
      'After fees, per unit',
    ],
    [seller.email, '<div id="product-wizard"></div>', 'Step 1 of 7'],
    [seller.email, '<div id="import-products" data-step="upload"></div>', 'Browse'],
    [
      staff.email,
      `<div id="curated-seller-products" data-seller-id="${seller.seller_id}"></div>`,
      'Blue Mug',
    ],
    [staff.email, `<div id="manage-purchase-order" data-order-id="${order.id}"></div>`, 'Stridewell'],
    [staff.email, '<div id="stuck-work" data-kind="products-incomplete"></div>', 'Unfinished Mug'],
  ];
  for (const [email, element, shows] of cases) {
    const page = await openForeign(email, pageWith(element));
    await page.locator('body').getByText(shows).first().waitFor({ state: 'attached', timeout: 10_000 });
    await page.context().close();
  }
});

test('a person who is not there does not stay at Loading', async () => {
  const staff = await environment.factory.staff();
  const page = await openForeign(staff.email, pageWith('<div id="person"></div>'), [/404/]);
  await page.getByText('The person could not be loaded.').waitFor();
  await page.getByRole('button', { name: 'Try Again' }).waitFor();
});
