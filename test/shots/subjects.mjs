import { signIn } from './app.mjs';
import { roles } from './pages.mjs';

const json = { Accept: 'application/json' };

/** Returns the paths of a sold-out product and of one that the buyer can still offer on. */
async function listedOf(browser, url) {
  const state = await signIn(browser, url, roles.buyer);
  const context = await browser.newContext({ baseURL: url, storageState: state, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/all_products');
  const pathOf = async (cards) => {
    const link = page.locator(`${cards} a[href^="/all_products/"]`).first();
    const address = await link.getAttribute('href', { timeout: 10_000 }).catch(() => null);
    return address?.replace('/all_products/', '') ?? null;
  };
  const soldOut = await pathOf('.product-card.sold-out');
  const open = await pathOf('.product-card:not(.sold-out)');
  await context.close();
  return { soldOut, open };
}

/** The first of the seller's products that is in no offer and no order. */
async function deletableOf(context, products) {
  for (const { id } of products.toReversed()) {
    const answer = await context.request.get(`/marketplace/products/${id}`, { headers: json });
    const text = await answer.text();
    if (/"can_delete":true/.test(text)) return id;
  }
  return null;
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
  const live = products.filter(({ provisional }) => !provisional);
  const inStock = live.find(({ units }) => Number(units) > 0) ?? live[0];
  const product = `${seller}/${inStock.id}`;
  const { soldOut, open } = await listedOf(browser, url);
  const deletable = await deletableOf(context, products);
  await context.close();
  return {
    seller,
    product,
    soldOut: soldOut ?? product,
    open: open ?? product,
    ownProduct: inStock.id,
    deletable: deletable ?? inStock.id,
    person: user.id,
  };
}
