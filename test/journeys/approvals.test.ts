import type { Page } from 'playwright-core';
import type { Buyer } from '../../server/accounts/policy';
import { createAddress } from '../../server/addresses/contract';
import { cents } from '../../server/contract/money';
import { acceptOffer } from '../../server/offers/contract';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const DAYTON = {
  company: 'Ridgeline Outfitters',
  line1: '400 Linden Ave',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US',
  phone: '9372245678',
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function open(person: Buyer, path: string, island: string, width = 1440) {
  const page = await openSignedIn(environment.browser, environment.factory, person, {
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  });
  await page.goto(path);
  await page.locator(`#${island}[data-ready]`).waitFor();
  return page;
}

/** An offer that its seller countered at $600.00, above the purchaser's limit of $500.00. */
async function aCompany() {
  const { factory } = environment;
  const [owner, seller] = [await factory.aBuyer(), await factory.aSeller({ name: 'Stridewell' })];
  await (await factory.as(owner)).call(createAddress, {}, { address: DAYTON });
  const approver = await factory.aMember(owner, 'approver', { name: 'Anna Bauer' });
  const purchaser = await factory.aMember(owner, 'purchaser', {
    name: 'Ben Ruiz',
    order_limit_cents: cents(50_000),
  });
  const product = await factory.aProduct({
    seller,
    seller_price_cents: cents(70_000),
    msrp_cents: cents(90_000),
    units: 5n,
  });
  const lines = [{ product, quantity: 1n, unit_price: cents(59_999) }];
  const offer = await factory.anOffer({ buyer: owner, seller, state: 'buyer_review', lines });
  // Below it in the list.
  await factory.anOffer({ buyer: owner, state: 'buyer_review' });
  return { owner, seller, approver, purchaser, offer, product };
}

const numberOf = async (id: number) =>
  (await environment.factory.db('offers').where({ id }).first('offer_number'))?.offer_number ?? '';

test('a purchaser reads that an offer needs approval, and why it was declined; the next one is approved on a phone', async () => {
  const { owner, approver, purchaser, offer } = await aCompany();
  const number = await numberOf(offer.id);
  const buyer = await open(purchaser, `/my_offers?offer=${offer.id}`, 'my-offers');
  await buyer.getByText('Above your limit of $500.00 per order, so it needs approval.').waitFor();
  await button(buyer, 'Add PO Number').click();
  await dialog(buyer).getByText('Above your limit of $500.00 per order, so it needs approval.').waitFor();
  await dialog(buyer).getByLabel('Your PO number').fill('4500 77');
  await dialog(buyer).getByRole('button', { name: 'Accept Offer' }).click();
  await buyer.getByText(`${number}, $600.00: Waiting for`).waitFor();
  await buyer.locator('.offer-card.open', { hasText: number }).getByText('Waiting for approval').waitFor();

  const waiting = buyer.locator('.notice', { hasText: `${number}, $600.00: Waiting for` });
  await waiting.getByText('Stridewell · 1 product').click();
  await waiting.getByText('PO number: 4500 77').waitFor();

  // As the mail's link has it.
  const phone = await open(approver, `/my_offers?offer=${offer.id}`, 'my-offers', 390);
  const request = phone.locator('.notice', { hasText: `Ben Ruiz requests approval: ${number}` });
  await request.getByText('Stridewell · 1 product').click();
  await request.getByText('PO number: 4500 77').waitFor();
  await request.getByText(/^Ship to: /).waitFor();
  expect(await findViolations(phone)).toEqual([]);
  await phone.getByRole('button', { name: `Decline ${number}` }).focus();
  await phone.keyboard.press('Enter');
  await dialog(phone).getByLabel('Message to Ben Ruiz').fill('Wait for the new season.');
  expect(await findViolations(phone)).toEqual([]);
  await button(phone, 'Decline Request').click();
  await request.waitFor({ state: 'detached' });
  await phone.getByText(`Request for ${number} declined.`).waitFor();

  await buyer.getByText(`Anna Bauer declined your request: ${number}, $600.00`).waitFor();
  await buyer.getByText('Wait for the new season.').waitFor();
  expect(await findViolations(buyer)).toEqual([]);
  const mail = await environment.factory
    .db('mails')
    .where({ recipient: purchaser.email })
    .orderBy('id', 'desc')
    .first();
  expect(mail?.text).toContain('Wait for the new season.');

  await buyer.locator('.offer-card.open').getByRole('button', { name: 'Accept Offer' }).click();
  await buyer.getByText(`${number}, $600.00: Waiting for`).waitFor();
  expect(await buyer.getByText('declined your request').count()).toBe(0);
  await phone.getByRole('button', { name: `Approve and Buy ${number}` }).focus();
  await phone.keyboard.press('Enter');
  await phone.getByText(`${number} approved. View Order`).waitFor();
  expect(await phone.evaluate(() => document.activeElement?.id)).toBe('main');
  const order = await environment.factory.db('purchase_orders').where({ buyer_id: owner.buyer_id }).first();
  await phone.getByRole('link', { name: 'View Order' }).click();
  await phone.waitForURL(`**/my_orders?order=${order?.id}`);
  const detail = await open(owner, `/my_orders/${order?.id}`, 'order-detail');
  await detail.getByText(/^Anna Bauer, /).waitFor();
  await detail.getByText('Requested by Ben Ruiz').waitFor();
});

test('the pane names the counteroffer that waits, beside the prices of the seller', async () => {
  const { purchaser, offer } = await aCompany();
  const page = await open(purchaser, `/my_offers?offer=${offer.id}`, 'my-offers');
  const card = page.locator('.offer-card.open');
  await card.getByLabel(/^Your price for /).fill('550.00');
  await card.getByRole('button', { name: 'Submit Counter' }).click();
  await card.getByText(/^\$550\.00: Waiting for /).waitFor();
  expect(await card.getByRole('button', { name: 'Accept Offer' }).count()).toBe(0);
});

test('a counteroffer that waits leaves nothing to press or type in, and is approved at its prices', async () => {
  const { approver, purchaser, offer } = await aCompany();
  const number = await numberOf(offer.id);
  const page = await open(purchaser, `/my_offers?offer=${offer.id}`, 'my-offers', 390);
  const card = page.locator('.offer-card.open');
  await card.locator('.your-input input').fill('58000');
  await card.getByText('Above your limit of $500.00 per order, so it needs approval.').waitFor();
  await button(page, 'Submit Counter').dblclick();
  await card.getByText('$580.00: Waiting for').waitFor();
  const requests = environment.factory.db('approval_requests').where({ offer_id: offer.id });
  expect(await requests).toHaveLength(1);
  await card.locator('.your-input input').waitFor({ state: 'detached' });
  expect(await card.locator('.offer-card-foot button').count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);

  const other = await open(approver, `/my_offers?offer=${offer.id}`, 'my-offers');
  await other.locator('.offer-card.open').getByText('$580.00: Waiting for your approval.').waitFor();
  expect(await other.locator('.offer-card.open .offer-card-foot button').count()).toBe(0);
  await other.getByText('Stridewell · 1 product').click();
  await other.getByText(/: 1 × \$580\.00$/).waitFor();
  await button(other, `Approve and Send ${number}`).dblclick();
  await other.getByText(`${number} approved and sent.`).waitFor();
  await page.getByText(`Anna Bauer approved your request: ${number}, $580.00.`).first().waitFor();
  expect(await page.getByText('in another window').count()).toBe(0);
});

test('a member with a limit reads in the cart whose request waits, and cancels their own alone', async () => {
  const { owner, seller, purchaser, offer, product } = await aCompany();
  const { factory } = environment;
  await factory.db('offers').where({ id: offer.id }).update({ state: 'rejected' });
  const lines = [{ product, quantity: 1n, unit_price: cents(70_000) }];
  const draft = await factory.anOffer({ buyer: owner, state: 'draft', lines, seller });
  const asPurchaser = await factory.as(purchaser);
  expect((await asPurchaser.request('PUT', `/offers/${draft.id}/accept`, { body: {} })).status).toBe(202);
  const viewer = await factory.aMember(owner, 'viewer');
  const reader = await open(viewer, '/cart', 'cart');
  await reader.getByText('Requested by Ben Ruiz.').waitFor();
  expect(await button(reader, 'Cancel Request').count()).toBe(0);
  const page = await open(purchaser, '/cart', 'cart');
  await page.getByText('A change to these products ends the request.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Cancel Request').click();
  await page.getByText('Above your limit of $500.00 per order, so it needs approval.').waitFor();
});

test('what was typed in the cart survives a request that is declined, and the next one leaves no trace there', async () => {
  const { owner, seller, approver, purchaser, product } = await aCompany();
  const { factory } = environment;
  await factory.db('offers').where({ buyer_id: owner.buyer_id }).update({ state: 'rejected' });
  const lines = [{ product, quantity: 1n, unit_price: cents(70_000) }];
  const draft = await factory.anOffer({ buyer: owner, state: 'draft', lines, seller });
  const asApprover = await factory.as(approver);
  const decide = async (what: string) => {
    const requests = factory.db('approval_requests').where({ offer_id: draft.id, status: 'requested' });
    const { id, version } = (await requests.first()) ?? { id: 0, version: 0 };
    const answer = await asApprover.request('POST', `/approvals/${id}/${what}`, { body: { version } });
    expect(answer.status).toBe(200);
  };
  const header = (await open(approver, '/cart', 'cart')).locator('.site-nav');
  await header.locator('[data-badge=offers][hidden]').waitFor({ state: 'attached' });
  const page = await open(purchaser, '/cart', 'cart', 390);
  await button(page, 'Add a PO Number').click();
  await page.getByLabel('Your PO number').fill('4500 78');
  await button(page, 'Buy Now').click();
  await button(page, 'Cancel Request').waitFor();
  await header.locator('[data-badge=offers]:not([hidden])').waitFor();
  await decide('decline');
  await header.locator('[data-badge=offers][hidden]').waitFor({ state: 'attached' });
  await button(page, 'Cancel Request').waitFor({ state: 'detached' });
  await page.goto('/my_offers');
  await page.getByRole('link', { name: 'View Cart' }).click();
  await page.waitForURL('**/cart');
  await page.locator('#cart[data-ready]').waitFor();
  expect(await page.getByLabel('Your PO number').inputValue()).toBe('4500 78');
  await button(page, 'Buy Now').click();
  await button(page, 'Cancel Request').waitFor();
  await decide('approve');
  await page.getByText('No longer in your cart').waitFor();
  expect(await button(page, 'Cancel Request').count()).toBe(0);
  const order = await factory.db('purchase_orders').where({ offer_id: draft.id }).first();
  expect(order?.buyer_po_number).toBe('4500 78');
});

test('a request that waits is there before scripts are, and moves no offer when they come', async () => {
  const { approver, purchaser, offer } = await aCompany();
  await (await environment.factory.as(purchaser)).call(acceptOffer, { id: offer.id }, {});
  const page = await openSignedIn(environment.browser, environment.factory, approver, {
    viewport: { width: 390, height: 844 },
  });
  let loads: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    loads = resolve;
  });
  await page.route('**/Approvals-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/my_offers', { waitUntil: 'commit' });
  const shift = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const count = (entries: PerformanceEntryList) => {
          for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
        };
        const observer = new PerformanceObserver((list) => count(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        const check = setInterval(() => {
          if (!document.querySelector('#my-offers[data-ready]')) return;
          clearInterval(check);
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              count(observer.takeRecords());
              resolve(sum);
            }),
          );
        }, 20);
      }),
  );
  const request = page.locator('.notice', { hasText: 'Ben Ruiz requests approval' });
  await request.waitFor();
  expect(await page.locator('#my-offers[data-ready]').count()).toBe(0);
  loads();
  expect(await shift).toBeLessThan(0.02);
  await button(page, `Approve and Buy ${await numberOf(offer.id)}`).waitFor();
});
