import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);
const html = { Accept: 'text/html' };

const pageOf = async (client: Client, path: string) =>
  (await client.request('GET', path, { headers: html })).text;

/** The props that a page gives to one of its islands. */
function propsOf(page: string, island: string) {
  const props = new RegExp(`id="${island}" data-props="([^"]*)"`).exec(page)?.[1] ?? 'null';
  return JSON.parse(props.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Record<string, unknown>;
}

test('news reaches those who were there, and opens over neither cart nor profile', async () => {
  const buyer = await factory.as(await factory.aBuyer());
  const newcomer = await factory.as(await factory.aSeller({ description: '' }));
  await factory.db('release_notes').insert([
    { body: 'Before their time', buyer: true, seller: true, created_at: new Date('2020-01-01') },
    { body: 'Pay by bank', buyer: true, seller: true },
  ]);
  const bodies = async (client: Client, path: string) =>
    (propsOf(await pageOf(client, path), 'release-notes-modal').notes as { body: string }[]).map(
      ({ body }) => body,
    );
  expect(await bodies(buyer, '/my_offers')).toEqual(['Pay by bank']);
  expect(await bodies(buyer, '/cart')).toEqual([]);
  expect(await bodies(newcomer, '/seller_inquiry/create_profile')).toEqual([]);
});

test('a seller without a profile has no links that lead back to its form', async () => {
  const linksOf = async (description: string) => {
    const page = await pageOf(await factory.as(await factory.aSeller({ description })), '/contact_us');
    return [page.includes('My Storefront'), propsOf(page, 'user-menu').held];
  };
  expect(await linksOf('')).toEqual([false, true]);
  expect(await linksOf('Mugs and bowls.')).toEqual([true, false]);
});

test('the account shows the logo of a seller, and no picture of a buyer', async () => {
  const imageOf = async (client: Client) => propsOf(await pageOf(client, '/my_offers'), 'user-menu').user;
  expect(await imageOf(await factory.as(await factory.aSeller()))).toMatchObject({
    image: '/demo/seller-harrow-pine-logo-400.webp',
  });
  expect(await imageOf(await factory.as(await factory.aBuyer()))).toMatchObject({ image: null });
});

test('the dashboard counts what waits for the seller, and what was paid in the last 30 days', async () => {
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const product = await factory.aProduct({ seller });
  await factory.anOffer({ seller, lines: [{ product }] });
  const anOrder = () => factory.anOrder({ seller, lines: [{ product }] });
  const [paid, old] = [await anOrder(), await anOrder()];
  await anOrder();
  await setOrders([paid.id, old.id], { status: 'awaiting_shipment' });
  await setOrders([old.id], { created_at: new Date(Date.now() - 31 * 86_400_000) });
  const page = await pageOf(client, '/dashboard');
  expect(propsOf(page, 'manage-products').sales).toEqual({
    offers_to_answer: 1,
    orders_to_ship: 2,
    sold_cents: paid.total_cents,
  });
  expect(page).toMatch(/href="\/my_offers"[^>]*><b>1<\/b> <span>Offers to answer/);
  expect(page.match(/<h1/g)).toHaveLength(1);
});

const setOrders = (ids: readonly number[], values: object) =>
  factory
    .db('purchase_orders')
    .whereIn('id', [...ids])
    .update(values);

test('a form without a token gets a page that says what to do, a call its usual answer', async () => {
  const buyer = await factory.signedIn(await factory.aBuyer());
  const send = (accept: string) =>
    buyer.send('POST', '/offers', { headers: { Accept: accept }, body: new URLSearchParams({ x: '1' }) });
  const page = await send('text/html,*/*;q=0.8');
  expect([page.status, page.headers.get('Content-Type')]).toEqual([422, expect.stringContaining('html')]);
  expect(page.text).toContain('This page was open for too long. Go back, reload it and send the form again.');
  const call = await send('application/json');
  expect([call.status, call.text]).toEqual([
    422,
    '{"error":"Invalid authenticity token","code":"stale_token"}',
  ]);
});

test('a denied applicant reads why they see nothing else, and whom to ask', async () => {
  const denied = await factory.as(await factory.aBuyer({ status: 'denied' }));
  const text = await pageOf(denied, '/seller_inquiry/submitted');
  expect(text).toContain("Your application wasn't approved".replaceAll("'", '&#39;'));
  expect(text).toMatch(/message-mark neutral"><svg[^>]*><path d="M/);
  expect(text).toMatch(/class="button primary large" href="\/contact_us"/);
});

test.each([
  ['/sign_in', 'Offers, not auctions'],
  ['/sign_up/buy', 'Name your price'],
  ['/sign_up/sell', 'Know your payout'],
])('%s says what the marketplace is', async (path, fact) => {
  const text = await pageOf(new Client(app.origin), path);
  expect(text).toContain('The private marketplace for surplus inventory.');
  expect(text).toContain(fact);
});
