import type { Person } from '../../../server/accounts/policy';
import { cents } from '../../../server/contract/money';
import { openSignedIn } from '../../journeys/sign-in';
import { productionBuild } from '../../support/roots';
import { useTestEnvironment } from '../../support/test-environment';

const environment = useTestEnvironment({ root: productionBuild() });

beforeAll(async () => {
  await environment.factory.aProduct({ name: 'Mug', category: 'home', seller_price_cents: cents(450) });
  await environment.factory.aProduct({ name: 'Leash', category: 'pet', seller_price_cents: cents(1_000) });
});

/** A page whose scripts are delayed until `arrive`. */
async function opened(
  path: string,
  { scripts = '**/build/*.js', as }: { scripts?: string; as?: Person } = {},
) {
  const options = { viewport: { width: 1280, height: 900 } };
  const page = as
    ? await openSignedIn(environment.browser, environment.factory, as, options)
    : await environment.browser.newPage({ ...options, baseURL: environment.server.origin });
  page.setDefaultTimeout(6_000);
  let arrive: () => void = () => undefined;
  const onTheirWay = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(scripts, async (route) => {
    await onTheirWay;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return { page, arrive };
}

test('a choice made before the scripts came is the choice', async () => {
  const { page, arrive } = await opened('/all_products');
  await page.locator('summary', { hasText: 'Category' }).click();
  await page.getByRole('group', { name: 'Category' }).getByText('Home').click();
  arrive();
  await page.getByText('Showing 1 result').waitFor();
  // Turbo, which the address goes through, may arrive after the results.
  await page.waitForURL('**/all_products/filter/home');
});

test('Buy or Sell, chosen before the scripts came, leads on', async () => {
  const { page, arrive } = await opened('/sign_up');
  await page.getByRole('radio', { name: /Sell/ }).check();
  arrive();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**/sign_up/sell');
});

test('of several choices made before the scripts came none is lost', async () => {
  const seller = await environment.factory.aSeller();
  for (const name of ['Lamp', 'Chair', 'Table']) await environment.factory.aProduct({ seller, name });
  const { page, arrive } = await opened('/dashboard?view=table', { as: seller });
  for (const name of ['Lamp', 'Chair', 'Table']) await page.getByLabel(`Select ${name}`).check();
  arrive();
  await page.getByText('3 selected').waitFor();
});

test('what was typed before the scripts came is judged and kept', async () => {
  const { page, arrive } = await opened('/sign_up/buy');
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada');
  await page.getByLabel('Category').selectOption({ index: 2 });
  await page.getByLabel('Category').focus();
  const category = await page.getByLabel('Category').inputValue();
  arrive();
  await page.getByText('Please enter a valid email address').waitFor();
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Lovelace');
  expect(await page.getByLabel('Category').inputValue()).toBe(category);
});

test('a button pressed before its island came does its work', async () => {
  const { page, arrive } = await opened('/sign_in', { scripts: '**/build/sign-in-*.js' });
  await page.locator('#user-menu[data-ready]').waitFor({ state: 'attached' });
  const buyer = await environment.factory.aBuyer();
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByRole('button', { name: /Show/ }).click();
  arrive();
  await page.getByRole('button', { name: /Hide/ }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(buyer.email);
});

test('a message that comes while one goes on to the next field leaves the focus there', async () => {
  const { page, arrive } = await opened('/sign_up/buy');
  arrive();
  await page.locator('#buyer-application[data-ready]').waitFor({ state: 'attached' });
  const stays = await page.evaluate(async () => {
    const [first, next] = document.querySelectorAll<HTMLInputElement>('#buyer-application input[id]');
    const { Turbo } = window as unknown as { Turbo: { renderStreamMessage(html: string): void } };
    first?.focus();
    Turbo.renderStreamMessage(
      '<turbo-stream action="update" target="nothing"><template></template></turbo-stream>',
    );
    next?.focus();
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
    return first !== next && document.activeElement === next;
  });
  expect(stays).toBe(true);
});
