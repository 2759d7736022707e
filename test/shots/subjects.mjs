import { signIn } from './app.mjs';
import { roles } from './pages.mjs';

const json = { Accept: 'application/json' };

/** Returns the path of a listed, sold-out product. */
async function soldOutOf(browser, url) {
  const state = await signIn(browser, url, roles.buyer);
  const context = await browser.newContext({ baseURL: url, storageState: state, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/all_products');
  const link = page.locator('.product-card.sold-out a[href^="/all_products/"]').first();
  const address = await link.getAttribute('href', { timeout: 10_000 }).catch(() => null);
  await context.close();
  return address?.replace('/all_products/', '') ?? null;
}

/** Ids of demo rows for the addresses. */
export async function subjects(browser, url) {
  const state = await signIn(browser, url, 'seller@example.com');
  const context = await browser.newContext({ baseURL: url, storageState: state });
  const { user } = await (await context.request.get('/me', { headers: json })).json();
  const seller = user.seller.id;
  const { products } = await (
    await context.request.get(`/marketplace/products/for_seller/${seller}`, { headers: json })
  ).json();
  await context.close();
  const live = products.filter(({ provisional }) => !provisional);
  const inStock = live.find(({ units }) => Number(units) > 0) ?? live[0];
  return {
    seller,
    product: `${seller}/${inStock.id}`,
    soldOut: (await soldOutOf(browser, url)) ?? `${seller}/${inStock.id}`,
    ownProduct: inStock.id,
    person: user.id,
  };
}
