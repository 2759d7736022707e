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

const productsOf = async (context) => {
  const { user } = await (await context.request.get('/me', { headers: json })).json();
  const path = `/marketplace/products/for_seller/${user.seller.id}`;
  const { products } = await (await context.request.get(path, { headers: json })).json();
  return { user, products };
};

/** A product of the second seller that is in no offer and no order. */
async function deletableOf(browser, url) {
  const state = await signIn(browser, url, roles.shop);
  const context = await browser.newContext({ baseURL: url, storageState: state });
  const { products } = await productsOf(context);
  let deletable = null;
  for (const { id } of products) {
    const answer = await context.request.get(`/marketplace/products/${id}`, { headers: json });
    if (deletable === null && (await answer.text()).includes('"can_delete":true')) deletable = id;
  }
  await context.close();
  return deletable;
}

/** An order of the signed-in person that allows the act, or any. */
async function orderOf(context, act) {
  const { data } = await (
    await context.request.get('/marketplace/purchase_orders', { headers: json })
  ).json();
  return (data.find(({ attributes }) => attributes.can[act]) ?? data[0]).attributes.id;
}

/** Orders that the buyer can receive, and that the seller can ship. */
async function ordersOf(browser, url, seller) {
  const state = await signIn(browser, url, roles.buyer);
  const buyer = await browser.newContext({ baseURL: url, storageState: state });
  const orders = { receivable: await orderOf(buyer, 'receive'), shippable: await orderOf(seller, 'ship') };
  await buyer.close();
  return orders;
}

/** Ids of demo rows for the addresses. */
export async function subjects(browser, url) {
  const state = await signIn(browser, url, 'seller@example.com');
  const context = await browser.newContext({ baseURL: url, storageState: state });
  const { user, products } = await productsOf(context);
  const seller = user.seller.id;
  const live = products.filter(({ provisional }) => !provisional);
  const inStock = live.find(({ units }) => Number(units) > 0) ?? live[0];
  const product = `${seller}/${inStock.id}`;
  const { soldOut, open } = await listedOf(browser, url);
  const orders = await ordersOf(browser, url, context);
  await context.close();
  return {
    ...orders,
    seller,
    product,
    soldOut: soldOut ?? product,
    open: open ?? product,
    ownProduct: inStock.id,
    deletable: await deletableOf(browser, url),
    person: user.id,
  };
}
