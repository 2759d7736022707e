import { createSavedSearch } from '../../server/sourcing/contract';
import { collectNews } from '../../server/sourcing/news';
import { findViolations } from '../support/axe';
import { delayFirst } from '../support/delay-first';
import { useTestEnvironment } from '../support/test-environment';
import { waitForIdle } from '../support/wait-for-idle';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

test('a buyer saves a search by keyboard, hears of what is new, opens it, renames it and deletes it', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto('/all_products/search?query=samovar&filter=home&percent_off=4');
  await live(page);
  await page.getByRole('button', { name: 'Save Search' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  const name = dialog.getByLabel('Name');
  expect(await name.inputValue()).toBe('samovar, Home, >60% off');
  expect(await dialog.getByRole('radio', { name: 'Daily' }).isChecked()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await name.fill('');
  await name.press('Enter');
  await dialog.getByText('Required').waitFor();
  await name.fill('Samovars');
  await dialog.getByRole('radio', { name: 'Daily' }).press('ArrowLeft');
  await name.press('Enter');
  await page.locator('#alerts').getByRole('link', { name: 'Saved Searches' }).click();
  await page.waitForURL('**/saved_searches');
  await live(page);
  const row = page.getByRole('listitem').filter({ hasText: 'Samovars' });
  expect(await row.getByLabel('Email me').inputValue()).toBe('instant');

  const product = { name: 'Brass Samovar', category: 'home', seller_price_cents: 700 as never };
  await factory.aProduct(product);
  await factory.aProduct({ ...product, name: 'Copper Samovar' });
  await collectNews(factory.services);
  await page.reload();
  await live(page);
  await row.getByText('2 new').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await row.getByRole('link', { name: 'Samovars' }).press('Enter');
  await page.waitForURL('**saved_search=*');
  await page.getByText('2 new in “Samovars”.').waitFor();
  const card = page.getByRole('article').filter({ hasText: 'Brass Samovar' });
  await card.getByText('New', { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);

  await page.goto('/saved_searches');
  await live(page);
  expect(await row.getByText(/\d new/).count()).toBe(0);
  await row.getByText('samovar” · Home · % Off MSRP >60% · 2 results').waitFor();
  await row.getByRole('button', { name: 'Actions for Samovars' }).press('Enter');
  expect(await findViolations(page)).toEqual([]);
  await row.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  const renaming = page.getByRole('dialog', { name: 'Rename saved search' });
  await renaming.getByLabel('Name').fill('Tea urns');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Tea urns' }).waitFor();
  const urns = page.getByRole('listitem').filter({ hasText: 'Tea urns' });
  await urns.getByLabel('Email me').selectOption('Never');
  await urns.getByText('Saved', { exact: true }).waitFor();
  await urns.getByRole('button', { name: 'Actions for Tea urns' }).press('Enter');
  await urns.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Search' }).press('Enter');
  await page.getByText('Save a search to hear of new products.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Your searches');
});

test('of two quick choices of an alert the last one stays, also over a slow network', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  await client.call(createSavedSearch, {}, { saved_search: { name: 'Mugs', query: {}, alert: 'daily' } });
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto('/saved_searches');
  await live(page);
  await delayFirst(page, '**/saved_searches/*');
  const alert = page.getByLabel('Email me');
  await alert.selectOption('Right away');
  await alert.selectOption('Never');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await alert.inputValue()).toBe('off');
  await waitForIdle(page);
  expect(await factory.db('saved_searches').where({ buyer_id: buyer.buyer_id }).first('alert')).toEqual({
    alert: 'off',
  });
});

test('what cannot be saved says why and keeps what was typed', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  await client.call(createSavedSearch, {}, { saved_search: { name: 'All products', query: {} } });
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto('/all_products');
  await live(page);
  await page.getByRole('button', { name: 'Save Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  await dialog.getByRole('button', { name: 'Save Search' }).click();
  await dialog.getByText('You already have a search with this name.').first().waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('All products');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save Search');
});

test('visitors and sellers have nothing to save', async () => {
  const { factory, browser, server } = environment;
  const page = await browser.newPage({ baseURL: server.origin });
  await page.goto('/all_products?saved_search=1');
  await page.locator('#all-products[data-ready]').waitFor();
  expect(await page.getByRole('button', { name: 'Save Search' }).count()).toBe(0);
  await page.close();
  const seller = await openSignedIn(browser, factory, await factory.aSeller());
  expect((await seller.goto('/saved_searches'))?.status()).toBe(404);
});
