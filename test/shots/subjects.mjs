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

/** Which order of a person shows which state. */
const STATES = {
  buyer: {
    receivable: ({ can }) => can.receive,
    late: ({ status, ship_by }) =>
      status === 'awaiting_shipment' && ship_by < new Date().toISOString().slice(0, 10),
    part: ({ status, shipments }) =>
      status === 'awaiting_shipment' && shipments.some((one) => one.status === 'shipped'),
    quoted: ({ freight_cents }) => freight_cents > 0,
    claimed: ({ status, can }) => status === 'received' && !can.claim,
    canceled: ({ status }) => status === 'canceled',
  },
  'second-buyer': { pickup: ({ shipping }) => shipping.terms === 'pickup' },
  'no-address': { unaddressed: ({ shipping }) => shipping.needs_ship_to },
  seller: { shippable: ({ can, shipments }) => can.ship && shipments.length === 0 },
};

/** State → id of an order, or of the person's first. */
async function ordersOf(browser, url, role) {
  const state = await signIn(browser, url, roles[role]);
  const context = await browser.newContext({ baseURL: url, storageState: state });
  const { data } = await (
    await context.request.get('/marketplace/purchase_orders', { headers: json })
  ).json();
  await context.close();
  const idOf = (shows) => (data.find(({ attributes }) => shows(attributes)) ?? data[0]).attributes.id;
  return Object.entries(STATES[role]).map(([name, shows]) => [name, idOf(shows)]);
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
  const orders = Object.fromEntries(
    (await Promise.all(Object.keys(STATES).map((role) => ordersOf(browser, url, role)))).flat(),
  );
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
