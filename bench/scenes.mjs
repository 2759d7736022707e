export const search = (body) => ({ method: 'POST', path: '/marketplace/products/search', body });
const words = (text) => ({ name: text, description: text });

/** `found` is the response to an empty search. A listing is an exchange or a function that makes them. */
const listings = ({ total_pages, next_cursor, products: [{ seller_id }] }) => ({
  'listing, page 1': search({}),
  'listing, cheapest': search({ sort: 'msrp_cents_asc' }),
  // Nearly always a different page.
  'any page': (n) => search({ page: 1 + ((n * 7919) % total_pages) }),
  category: search({ search: { tags: ['Home'] } }),
  'filter msrp': search({ filters: { msrp: { max: 4 } } }),
  'filter price': search({ filters: { sellerPriceCents: { max: 2 } } }),
  'filter percent': search({ filters: { percentOffMsrp: { min: 4 } } }),
  'filter units': search({ filters: { unitsAvailable: { min: 3 } } }),
  'filter packaging': search({ filters: { packagingType: 'ecommerce_ready' } }),
  'low price, dearest first': search({ sort: 'msrp_cents_desc', filters: { sellerPriceCents: { max: 1 } } }),
  'three filters': search({
    filters: { msrp: { max: 5 }, percentOffMsrp: { min: 4 }, unitsAvailable: { min: 2 } },
  }),
  'all filters': search({
    sort: 'msrp_cents_desc',
    filters: {
      msrp: { max: 5 },
      sellerPriceCents: { max: 4 },
      percentOffMsrp: { min: 5 },
      unitsAvailable: { min: 2 },
      packagingType: 'retail_ready',
    },
    search: { tags: ['Toys'] },
  }),
  'two words': search({ search: words('indigo jeans') }),
  'two words, broad': search({ search: words('cotton pack') }),
  'words and filters': search({
    search: { ...words('indigo jeans'), tags: ['Apparel'] },
    filters: { unitsAvailable: { min: 2 } },
  }),
  'typing error': search({ search: words('indgio jeanss') }),
  'page 500': search({ page: Math.min(500, total_pages) }),
  'middle page': search({ page: Math.ceil(total_pages / 2) }),
  'middle of a category': search({ page: Math.ceil(total_pages / 20), search: { tags: ['Home'] } }),
  'storefront products': search({ search: { seller_id } }),
  'next page by cursor': search({ cursor: next_cursor }),
});

/** Pages and their calls once as programs ask, once as browsers do. */
const inBoth = (scene) => [
  scene,
  {
    ...scene,
    name: `${scene.name}, br`,
    exchange: (n) => {
      const { headers, ...exchange } = scene.exchange(n);
      return { ...exchange, headers: { ...headers, 'accept-encoding': 'br' } };
    },
    react: undefined,
  },
];

const productPage = ({ id, seller_id }) => `/all_products/${seller_id}/${id}`;

/** A product that was not asked for before, as long as the sample lasts. */
function nextOf(sample) {
  let next = 0;
  return () => sample[next++ % sample.length];
}

function pages({ cookie, form }, sellerId, sample) {
  const some = (n) => sample[n % sample.length];
  const next = nextOf(sample);
  const page = (path) => ({ path, headers: { ...cookie, accept: 'text/html' } });
  const signedOut = (path) => ({ path, headers: { cookie: form.cookie, accept: 'text/html' } });
  const listing = { bare: 'cards', react: 'all-products' };
  return [
    { name: 'product as a page', exchange: (n) => page(productPage(some(n))), bare: 'row' },
    { name: 'the same product again', exchange: () => page(productPage(some(0))), bare: 'row' },
    { name: 'product, signed out', exchange: () => signedOut(productPage(next())), bare: 'row' },
    { name: 'the same, signed out', exchange: () => signedOut(productPage(some(0))), bare: 'row' },
    { name: 'listing as a page', exchange: () => page('/all_products'), ...listing },
    { name: 'listing, signed out', exchange: () => signedOut('/all_products'), ...listing },
    { name: 'storefront as a page', exchange: () => page(`/seller/${sellerId}`), bare: 'cards' },
    { name: 'storefront, signed out', exchange: () => signedOut(`/seller/${sellerId}`), bare: 'cards' },
    { name: 'landing, signed out', exchange: () => signedOut('/') },
    { name: 'small page', exchange: () => page('/contact_us') },
    { name: 'small page, signed out', exchange: () => signedOut('/contact_us') },
  ];
}

/** In the order of rows. `bare` is the statement to compare with, `react` the island, `sample` some products. */
export function reading(buyer, found, sample) {
  const { bearer } = buyer;
  const some = (n) => sample[n % sample.length];
  const call = (path) => ({ path, headers: bearer });
  const [{ seller_id: sellerId }] = found.products;
  return [
    ...Object.entries(listings(found)).map(([name, exchange]) => ({
      name,
      exchange: (n) => ({ ...(typeof exchange === 'function' ? exchange(n) : exchange), headers: bearer }),
      bare: 'cards',
      isListing: true,
    })),
    { name: 'product by API', exchange: (n) => call(`/marketplace/products/${some(n).id}`), bare: 'row' },
    ...pages(buyer, sellerId, sample).flatMap(inBoth),
    ...[
      { name: 'My Offers', exchange: () => call('/offers') },
      { name: 'My Orders', exchange: () => call('/marketplace/purchase_orders') },
    ].flatMap(inBoth),
  ];
}
