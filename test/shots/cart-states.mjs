// States of the cart that the demo's own buyer does not have: name → [address, act].

/** With and without a query; not a single offer's address. */
const OFFER_LIST = /\/offers(\?.*)?$/;

const linesOf = (document, offer) =>
  document.included.filter(({ id }) =>
    offer.relationships.offer_products.data.some((line) => line.id === id),
  );

/** The cart as the server sends it, changed: `change(document, draft, lines)` gets the last draft. */
const cartWith = (change, selector) => async (page) => {
  const address = page.url();
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /<div id="cart"[\s\S]*<\/main>/,
      '<div id="cart" data-props="{}"></div></main>',
    );
    await route.fulfill({ response, body });
  });
  await page.route(OFFER_LIST, async (route) => {
    if (route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    const document = await response.json();
    const drafts = document.data.filter(({ attributes }) => attributes.state === 'draft');
    const draft = drafts.at(-1);
    if (draft) change(document, draft, linesOf(document, draft));
    await route.fulfill({ response, json: document });
  });
  await page.reload();
  const found = page.locator(selector).first();
  await found.waitFor({ timeout: 5_000 });
  await found.scrollIntoViewIfNeeded();
};

const belowMinimum = (_document, { attributes }) =>
  Object.assign(attributes, {
    min_order_cents: attributes.goods_cents * 2,
    min_order_missing_cents: attributes.goods_cents,
  });

const byCase = (_document, _draft, lines) => {
  for (const { attributes } of lines) {
    attributes.product.order_multiple = 12;
    attributes.quantity = 72;
  }
  const last = lines.at(-1)?.attributes;
  if (last && lines.length > 1) Object.assign(last.product, { units: last.quantity - 2 });
  if (last && lines.length > 1) last.quantity = last.product.units;
};

const soldOut = (_document, _draft, [line]) => Object.assign(line.attributes.product, { units: 0 });

const freight = (terms) => (_document, draft) =>
  Object.assign(draft.attributes.shipping, {
    terms,
    offered_terms: ['seller_pays', 'buyer_pays', 'pickup', 'buyer_carrier'],
    freight_status: terms === 'buyer_pays' ? 'to_quote' : 'none',
  });

async function conflict(page) {
  const field = page.locator('input[name=quantity]').first();
  const typed = Number((await field.inputValue()).replaceAll(',', ''));
  await page.route('**/offer_products/*', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'offer_changed', error: 'This offer changed. Review it and try again.' },
    }),
  );
  await page.route(OFFER_LIST, async (route) => {
    if (route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    const document = await response.json();
    for (const { attributes } of document.included)
      if (attributes.quantity === typed) attributes.quantity = typed + 12;
    await route.fulfill({ response, json: document });
  });
  await field.fill(String(typed + 24));
  await page.getByRole('button', { name: 'Save Offer' }).first().click({ timeout: 5_000 });
  await page.getByRole('dialog').waitFor({ timeout: 5_000 });
}

async function buyAgain(page) {
  const row = (product_id, name, result, reason, quantity, unit_price) => ({
    product_id,
    name,
    result,
    reason,
    quantity,
    unit_price,
  });
  const price = { old: 420, new: 420 };
  await page.route('**/buy_again', (route) =>
    route.fulfill({
      json: {
        offer_id: null,
        rows: [
          row(1, 'Cotton Tee, Navy', 'same', null, { old: 60, new: 60 }, price),
          row(2, 'Enamel Mug, 12 oz', 'changed', 'Only 25 available', { old: 60, new: 25 }, price),
          row(
            3,
            'A name that goes on for so long that it needs a second line in every window',
            'changed',
            'Sold in cases of 24. Asking price dropped to $4.00',
            { old: 60, new: 48 },
            { old: 420, new: 400 },
          ),
          row(4, 'Felt Hat', 'unavailable', 'Sold out', { old: 12, new: null }, { old: 900, new: null }),
          row(5, 'Wool Socks', 'in_cart', 'Already in your cart', { old: 24, new: 24 }, price),
          row(6, 'Canvas Tote', 'in_offer', 'Already in OF-100042', { old: 24, new: 24 }, price),
        ],
      },
    }),
  );
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click({ timeout: 5_000 });
  await page.getByRole('menuitem', { name: 'Buy Again' }).click({ timeout: 5_000 });
  await page.getByRole('dialog').getByRole('table').waitFor({ timeout: 5_000 });
}

const shippingDialog = (terms) => async (page) => {
  await cartWith(freight(terms), '.cart-shipping')(page);
  await page.locator('.cart-shipping .button').last().click();
  await page.getByRole('dialog').waitFor({ timeout: 5_000 });
};

export const cartStates = {
  'cart-minimum': ['/cart', cartWith(belowMinimum, '.cart-minimum')],
  'cart-cases': ['/cart', cartWith(byCase, '.number-steps')],
  'cart-sold-out': ['/cart', cartWith(soldOut, '.cart-line-news')],
  'cart-freight': ['/cart', shippingDialog('buyer_pays')],
  'cart-pickup': ['/cart', shippingDialog('pickup')],
  'cart-conflict': ['/cart', conflict],
  'orders-buy-again': ['/my_orders', buyAgain],
};
