import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Factory } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment();

const picture = async (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#7a5' } })
    .png()
    .toBuffer(),
});

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
const field = (page: Page, name: string) => page.locator(`#main [name="${name}"]`);

test('a new seller makes a profile with pictures, and cannot go anywhere before', async () => {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller({
    description: '',
    logo: null,
    status: 'password_created',
    name: 'Oak & Co',
  });
  const page = await openSignedIn(environment.browser, factory, seller);
  await page.goto('/dashboard');
  await page.waitForURL('**/seller_inquiry/create_profile');
  const save = page.getByRole('button', { name: 'Save Profile Settings' });
  await page.getByText('Your profile still needs a logo and a description.').waitFor();
  expect(await save.isDisabled()).toBe(true);

  await field(page, 'description').fill('x'.repeat(551));
  await page.getByText('Maximum 550 characters').waitFor();
  await page.getByText('551/550').waitFor();
  await field(page, 'description').fill('Chairs that outlive their owners.');
  await page.getByText('33/550').waitFor();
  await page.locator('input[name=logo]').setInputFiles({
    name: 'logo.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await page.getByText('Choose a JPEG, PNG, WebP, GIF or AVIF image').waitFor();
  await page.locator('input[name=logo]').setInputFiles(await picture('logo.png', 512, 512));
  await page.locator('input[name=banner]').setInputFiles(await picture('banner.png', 1200, 300));
  await save.click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Welcome back, Oak & Co').waitFor();
  await page.getByText("You haven't added any products yet").waitFor();
  const saved = await factory.db('sellers').where({ id: seller.seller_id }).first();
  expect(saved).toMatchObject({ profile_complete: true, description: 'Chairs that outlive their owners.' });
  expect(saved?.logo).toMatch(/^[0-9a-f-]{36}$/);
  expect(saved?.banner).toMatch(/^[0-9a-f-]{36}$/);
});

test('a product goes through all steps to the listing', async () => {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller();
  await factory.aProduct({ seller, upc: '99999999' });
  const page = await openSignedIn(environment.browser, factory, seller);
  await page.goto('/dashboard/new_product');
  expect(await next(page).isDisabled()).toBe(true);
  await field(page, 'name').fill('Walnut chair');
  await field(page, 'upc').fill('99999999');
  await page.getByText('UPC is already taken').waitFor();
  expect(await next(page).isDisabled()).toBe(true);
  await field(page, 'upc').fill('012345678905');
  await page.getByText('UPC is available').waitFor();
  await next(page).click();

  await page.waitForURL('**/description');
  await page.getByRole('link', { name: 'Pricing Product will publish on this step!' }).waitFor();
  await field(page, 'category').selectOption('home');
  await page.getByText('Image URLs').click();
  await field(page, 'photo_1').fill('https://ibb.co/chair.jpg');
  await page
    .getByText('Photo URL cannot link to drive.google.com, dropbox.com, imgur.com, or ibb.co')
    .waitFor();
  expect(await next(page).isDisabled()).toBe(true);
  await field(page, 'photo_1').fill('');
  await page.locator('input[name=photo_1_file]').setInputFiles(await picture('chair.png', 400, 400));
  await page.locator('trix-editor').click();
  await page.keyboard.type('Solid walnut.');
  await page.waitForFunction(
    () => (document.querySelector('[name=photo_1]') as HTMLInputElement).placeholder === 'Uploaded file',
  );
  await next(page).click();

  await page.waitForURL('**/pricing');
  await field(page, 'msrp_cents').fill('200');
  await field(page, 'wholesale_cents').fill('$90.00');
  await field(page, 'seller_price_cents').fill('250');
  await page.getByText('Must be less than or equal to Unit MSRP').waitFor();
  await field(page, 'seller_price_cents').fill('50.50');
  await page.getByText('75% off MSRP').waitFor();
  await page.getByText('$45.45').waitFor();
  await next(page).click();
  await page.getByText('Walnut chair published.').waitFor();

  await page.waitForURL('**/quantity');
  await field(page, 'units').fill('9000000000000000001');
  await page.getByText('Must be no more than 9,000,000,000,000,000,000 units').waitFor();
  await field(page, 'units').fill('8999999999999999999');
  await field(page, 'min_order_units').fill('12');
  await next(page).click();

  await page.waitForURL('**/details');
  await field(page, 'expiration_date').fill('11/2027');
  await next(page).click();
  await page.waitForURL('**/dimensions');
  await field(page, 'length').fill('-1');
  await field(page, 'width').click();
  await page.getByText('Must be a positive number').waitFor();
  await field(page, 'length').fill('20.5');
  await next(page).click();
  await page.waitForURL('**/packaging');
  await field(page, 'inner_quantity').fill('6');
  await field(page, 'inner_count').fill('4');
  await page.getByRole('button', { name: 'Use Total' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();

  await page.waitForURL('**/dashboard/manage_products');
  await page.getByText('2 products').waitFor();
  await page.getByLabel('Search products').fill('walnut');
  await page.getByText('1 product', { exact: true }).waitFor();
  await page.getByLabel('Search products').fill('nothing like it');
  await page.getByText('No matches').waitFor();

  const product = await factory.db('products').where({ upc: '012345678905' }).first();
  expect(product).toMatchObject({
    name: 'Walnut chair',
    category: 'home',
    description: '<div>Solid walnut.</div>',
    msrp_cents: 20_000,
    wholesale_cents: 9_000,
    seller_price_cents: 5_050,
    units: 8_999_999_999_999_999_999n,
    min_order_units: 12n,
    expiration_date: '11/2027',
    length: '20.500',
    inner_quantity: 6n,
    inner_count: 4n,
    outer_quantity: 24n,
    provisional: false,
  });

  const visitor = await environment.browser.newPage({ baseURL: environment.server.origin });
  await visitor.goto('/all_products');
  await visitor.getByText('Walnut chair').waitFor();
});

test('a product that nothing holds on to can be deleted', async () => {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, name: 'Old lamp' });
  const held = await factory.aProduct({ seller, name: 'Lamp on offer' });
  await factory.anOffer({ seller, lines: [{ product: held }] });
  const page = await openSignedIn(environment.browser, factory, seller);
  await page.goto(`/dashboard/edit_product/${held.id}`);
  await page.getByRole('heading', { name: 'Lamp on offer' }).waitFor();
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await page.goto(`/dashboard/edit_product/${product.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Old lamp?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.waitForURL('**/dashboard/manage_products');
  await page.getByText('1 product', { exact: true }).waitFor();
});
