import { cents } from '../../../server/contract/money';
import { type Factory, PASSWORD } from '../../support/factories';
import { useTestEnvironment } from '../../support/test-environment';

const environment = useTestEnvironment();

const pictures = {
  photo_1: '/demo/mug-cream',
  photo_2: '/demo/mug-cream-carton',
  photo_3: '/demo/mug-cream-detail',
};

const aProduct = async (columns: Parameters<Factory['aProduct']>[0] = {}) =>
  environment.factory.aProduct({
    seller: await environment.factory.aSeller({ logo: '/demo/seller-harrow-pine-logo' }),
    seller_price_cents: cents(1_000),
    msrp_cents: cents(2_000),
    ...pictures,
    ...columns,
  });

type Who = Awaited<ReturnType<Factory['aBuyer'] | Factory['aSeller']>>;

async function openAs(who: Who | null, product: { seller_id: number; id: number }, options = {}) {
  const page = await environment.browser.newPage({
    baseURL: environment.server.origin,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  if (who) {
    await page.goto('/404');
    const token = await page.locator('meta[name="csrf-token"]').getAttribute('content');
    await page.request.post('/login', {
      data: { user: { email: who.email, password: PASSWORD } },
      headers: { 'X-CSRF-Token': token ?? '', Accept: 'application/json' },
    });
  }
  await page.goto(`/all_products/${product.seller_id}/${product.id}`);
  return page;
}

test('a product reads without any script', async () => {
  const product = await aProduct({
    name: 'Enamel Mug',
    description: '<p>Twice <b>fired</b>.</p>',
    category: 'home',
  });
  const page = await openAs(null, product, { javaScriptEnabled: false });
  await page.getByRole('heading', { level: 1, name: 'Enamel Mug' }).waitFor();
  const text = await page.locator('#product-detail').innerText();
  for (const part of [
    '$10.00',
    '50% off MSRP',
    'Twice fired.',
    'Goods of the tests.',
    product.upc,
    'Home',
    '100',
  ])
    expect(text).toContain(part);
});

test('errors of an offer are shown before it goes into the cart', async () => {
  const product = await aProduct({ units: 120n, min_order_units: 12n });
  const page = await openAs(await environment.factory.aBuyer(), product);
  const add = page.getByRole('button', { name: 'Add to Cart' });
  const quantity = page.getByLabel('Quantity', { exact: true });
  const price = page.getByLabel('Unit price', { exact: true });
  expect(await quantity.inputValue()).toBe('12');
  // It would repeat the one of the asking price.
  expect(await page.locator('.offer-total').innerText()).not.toContain('off MSRP');
  await quantity.fill('1,000');
  await page.getByText('Exceeds available units').waitFor();
  expect(await add.isDisabled()).toBe(true);
  await quantity.fill('5');
  await page.getByText('12 unit minimum').waitFor();
  await quantity.fill('24');
  await price.fill('10.01');
  await page.getByText('Above the asking price').waitFor();
  expect(await price.getAttribute('aria-invalid')).toBe('true');
  expect(await add.isDisabled()).toBe(true);
  await page.getByRole('button', { name: '−10%' }).click();
  expect(await price.inputValue()).toBe('9.00');
  expect(await page.locator('.offer-total').innerText()).toContain('$216.00');
  expect(await page.locator('.offer-total').innerText()).toContain('55% off MSRP');
  expect(await add.isDisabled()).toBe(false);
});

test('units are shown and offered to the last digit', async () => {
  const product = await aProduct({
    units: 8_999_999_999_999_999_999n,
    seller_price_cents: cents(1),
    msrp_cents: cents(2),
  });
  const page = await openAs(await environment.factory.aBuyer(), product);
  expect(await page.locator('.price-details').innerText()).toContain('8,999,999,999,999,999,999');
  const quantity = page.getByLabel('Quantity', { exact: true });
  await quantity.fill('9007199254740991');
  await page.locator('.offer-total', { hasText: '$90,071,992,547,409.91' }).waitFor();
  await quantity.fill('9000000000000000000');
  await page.getByText('Exceeds available units').waitFor();
});

test('adding opens the cart drawer, and the page says where the product is', async () => {
  const product = await aProduct();
  const buyer = await environment.factory.aBuyer();
  const page = await openAs(buyer, product);
  await page.getByLabel('Quantity', { exact: true }).fill('30');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('dialog', { name: 'Your items' }).waitFor();
  await page.getByRole('link', { name: 'View in Cart' }).waitFor();
  expect(await environment.factory.db('offer_products').where({ product_id: product.id })).toMatchObject([
    { quantity: 30n, unit_price_cents: 1_000 },
  ]);
});

test('what is under review is found in the offers', async () => {
  const buyer = await environment.factory.aBuyer();
  const product = await aProduct();
  await environment.factory.anOffer({ buyer, state: 'seller_review', lines: [{ product }] });
  const page = await openAs(buyer, product);
  expect(await page.getByRole('link', { name: 'View in Offers' }).getAttribute('href')).toBe('/my_offers');
  expect(await page.getByRole('button', { name: 'Add to Cart' }).count()).toBe(0);
});

test('an unavailable product is labeled so', async () => {
  const buyer = await environment.factory.aBuyer();
  const [soldOut, unknown] = [await aProduct({ units: 0n }), await aProduct({ units: null })];
  const page = await openAs(buyer, soldOut);
  expect(await page.locator('.price-details').innerText()).toContain('Sold out');
  expect(await page.getByRole('button', { name: 'Add to Cart' }).count()).toBe(0);
  await page.goto(`/all_products/${unknown.seller_id}/${unknown.id}`);
  expect(await page.locator('.price-details').innerText()).toContain('TBD');
  expect(await page.getByRole('button', { name: 'Add to Cart' }).count()).toBe(0);
});

test('a sold-out product leads to similar ones, and asks nobody to sign in', async () => {
  const seller = await environment.factory.aSeller({ logo: '/demo/seller-harrow-pine-logo' });
  const product = await aProduct({ seller, units: 0n });
  await aProduct({ seller, name: 'Still here' });
  for (const who of [null, await environment.factory.aBuyer()]) {
    const page = await openAs(who, product);
    await page.getByText('This product is sold out.').waitFor();
    expect(await page.locator('#product-detail').getByText('Sign in as a buyer').count()).toBe(0);
    await page.getByRole('link', { name: 'View Similar Products' }).click();
    await page.getByRole('link', { name: 'Still here' }).waitFor();
  }
});

test('the price stands once above the form', async () => {
  const product = await aProduct({ min_order_units: 12n });
  const page = await openAs(await environment.factory.aBuyer(), product);
  const decision = await page.locator('.decision').innerText();
  expect(decision.match(/\$10\.00\b/g)).toHaveLength(1);
  expect(decision.match(/\$20\.00\b/g)).toHaveLength(1);
});

test('a picture that fails leaves an icon', async () => {
  const product = await aProduct({ photo_1: 'https://example.com/gone.jpg', photo_2: null, photo_3: null });
  const page = await openAs(await environment.factory.aBuyer(), product, {
    expected: [/ERR_|Failed to load/],
  });
  await page.locator('.gallery-open .icon').waitFor();
  expect(await page.locator('.gallery-main img').count()).toBe(0);
});

test('only buyers see the offer form', async () => {
  const seller = await environment.factory.aSeller({ logo: '/demo/seller-harrow-pine-logo' });
  const product = await aProduct({ seller });
  const form = (page: Awaited<ReturnType<typeof openAs>>) => page.locator('#offer-form').count();
  const visitor = await openAs(null, product);
  expect(await form(visitor)).toBe(0);
  await visitor.getByText('Sign in as a buyer to make an offer.').waitFor();
  const owner = await openAs(seller, product);
  expect(await form(owner)).toBe(0);
  expect(await owner.getByRole('link', { name: 'Edit Product' }).getAttribute('href')).toBe(
    `/dashboard/edit_product/${product.id}`,
  );
  const other = await openAs(await environment.factory.aSeller(), product);
  expect(await form(other)).toBe(0);
  expect(await form(await openAs(await environment.factory.aBuyer(), product))).toBe(1);
});

test('a product whose seller has not joined yet leads to us', async () => {
  const [seller] = await environment.factory
    .db('sellers')
    .insert({ name: 'Not here yet', description: 'Soon.', logo: '/demo/seller-harrow-pine-logo' })
    .returning('id');
  const product = await aProduct({ seller_id: seller?.id ?? 0, seller: undefined as never });
  const page = await openAs(await environment.factory.aBuyer(), product);
  await page.locator('#product-detail').getByRole('link', { name: 'Contact us' }).waitFor();
});

test('on a phone the bar of a product leads to something that is there', async () => {
  const options = { viewport: { width: 390, height: 844 } };
  const buyer = await environment.factory.aBuyer();
  const [seller] = await environment.factory
    .db('sellers')
    .insert({ name: 'No account', description: 'Soon.', logo: '/demo/seller-harrow-pine-logo' })
    .returning('id');
  const orphan = await aProduct({ seller_id: seller?.id ?? 0, seller: undefined as never });
  const page = await openAs(buyer, orphan, options);
  const bar = page.locator('.buy-bar');
  expect(await bar.innerText()).not.toContain('Make an Offer');
  await bar.getByRole('link', { name: 'Contact Us' }).click();
  await page.waitForURL('**/contact_us');
  await page.getByLabel('Message', { exact: true }).waitFor();

  const usual = await openAs(buyer, await aProduct({ description: '<p>Long.</p>'.repeat(60) }), options);
  const href = await usual.locator('.buy-bar').getByRole('link').getAttribute('href');
  expect(href).toBe('#offer-form');
  expect(await usual.locator(href ?? '').count()).toBe(1);
  await usual.locator('.buy-bar').getByRole('link').click();
  await usual.locator('.buy-bar').waitFor({ state: 'detached' });
  await usual.getByText('About Seller').scrollIntoViewIfNeeded();
});

test('the pictures are walked through by thumbnails, arrows and keys, as large as the screen', async () => {
  const page = await openAs(null, await aProduct({ name: 'Mug' }));
  const main = page.locator('.gallery-main img').first();
  await page.getByRole('button', { name: 'Image 2 of 3' }).click();
  expect(await main.getAttribute('src')).toBe('/demo/mug-cream-carton-1200.webp');
  await page.getByRole('button', { name: 'Next image' }).click();
  await page.getByRole('button', { name: 'Next image' }).click();
  expect(await main.getAttribute('src')).toBe('/demo/mug-cream-1200.webp');
  const enlarge = page.getByRole('button', { name: 'Enlarge: Mug, image 1 of 3' });
  await enlarge.click();
  const zoom = page.getByRole('dialog', { name: 'Mug' });
  await page.keyboard.press('ArrowRight');
  expect(await zoom.locator('.zoom-stage img').getAttribute('alt')).toBe('Mug, image 2 of 3');
  await page.keyboard.press('Escape');
  await zoom.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('gallery-open');
});

test('the owner finds the ways to the editor on the storefront', async () => {
  const seller = await environment.factory.aSeller({ logo: '/demo/seller-harrow-pine-logo' });
  const page = await openAs(seller, await aProduct({ seller }));
  await page.goto(`/seller/${seller.seller_id}`);
  for (const name of ['Edit logo', 'Edit Banner'])
    expect(await page.getByRole('link', { name }).getAttribute('href')).toBe('/dashboard/manage_profile');
});
