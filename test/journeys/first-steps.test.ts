import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { waitForIdle } from '../support/wait-for-idle';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment({ feeBps: 1_250, claimDays: 3, contactEmail: 'care@example.com' });

test('a new seller reads on the dashboard what is left to do, until nothing is', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller({ logo: null });
  const page = await openSignedIn(browser, factory, seller, { viewport: { width: 390, height: 844 } });
  const steps = page.getByRole('region', { name: 'First steps' });
  const toDo = () => steps.getByRole('link').allInnerTexts();
  const openDashboard = async () => {
    await page.goto('/dashboard');
    await waitForIdle(page);
  };
  await openDashboard();
  expect(await toDo()).toEqual([
    'Complete your profile',
    'Choose how you ship',
    'Add your first product',
    "See how you're paid",
  ]);
  await steps.getByText('0 of 4 done').waitFor();
  await steps.getByText('At first shipping is included in your prices: you pay the carrier.').waitFor();
  expect(await findViolations(page)).toEqual([]);

  const read = page.waitForResponse('**/marketplace/sellers/first_steps');
  await steps.getByRole('link', { name: "See how you're paid" }).click();
  await page.waitForURL('**/dashboard/earnings');
  expect((await read).status()).toBe(204);
  const terms = page.getByRole('region', { name: "How you're paid" });
  expect(await terms.locator('dd').allInnerTexts()).toEqual([
    '12.5% of the price of the products. Freight is yours in full.',
    'An order becomes available 3 days after it is received, unless a claim is open.',
    "Our team pays what's available by bank transfer, and asks you for your bank details first.",
    'Write to care@example.com.',
  ]);
  expect(await findViolations(page)).toEqual([]);

  const shipping = page.waitForResponse('**/marketplace/sellers/first_steps');
  await page.goto('/settings/shipping');
  expect((await shipping).status()).toBe(204);
  await factory.aProduct({ seller });
  await openDashboard();
  await steps.getByText('3 of 4 done').waitFor();
  expect(await toDo()).toEqual(['Complete your profile']);
  await factory
    .db('sellers')
    .where({ id: seller.seller_id })
    .update({ logo: '/demo/seller-harrow-pine-logo' });
  await openDashboard();
  expect(await steps.count()).toBe(0);
});

test('with the first order the first steps are over, and its earnings name the same terms', async () => {
  const { factory, browser } = environment;
  const { seller } = await factory.anOrder();
  const page = await openSignedIn(browser, factory, seller);
  await page.goto('/dashboard');
  await waitForIdle(page);
  expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0);
  await page.goto('/dashboard/earnings');
  await page.getByText('12.5% of the price of the products.').waitFor();
});

test('the pricing step names the fee and how the seller ships, with links to both', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, provisional: true });
  const page = await openSignedIn(browser, factory, seller);
  const open = async () => {
    await page.goto(`/dashboard/edit_product/${product.id}/pricing`);
    return page.locator('.wizard-costs li').allInnerTexts();
  };
  expect(await open()).toEqual([
    "Our fee is 12.5% of the price. How you're paid",
    'Shipping is included in your price: you pay the carrier. Shipping settings',
  ]);
  expect(await findViolations(page)).toEqual([]);
  const terms = (shipping_terms: ('seller_pays' | 'buyer_pays' | 'pickup')[]) =>
    factory.db('sellers').where({ id: seller.seller_id }).update({ shipping_terms });
  await terms(['seller_pays', 'pickup']);
  expect((await open())[1]).toContain('unless the buyer chooses another of your options.');
  await terms(['buyer_pays', 'pickup']);
  expect((await open())[1]).toContain('You ship by: Freight quoted by seller, Pickup.');
  await page.getByRole('link', { name: 'Shipping settings' }).click();
  await page.waitForURL('**/settings/shipping');
});
