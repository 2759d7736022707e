import { signIn } from './app.mjs';

const json = { Accept: 'application/json' };

/** Products and a seller of the demo that are worth looking at, as parts of addresses. */
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
  const soldOut = live.find(({ units }) => Number(units) === 0) ?? inStock;
  return {
    seller,
    product: `${seller}/${inStock.id}`,
    soldOut: `${seller}/${soldOut.id}`,
    ownProduct: inStock.id,
  };
}
