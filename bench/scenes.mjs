// What is asked of the server, by name: each answers one exchange.
const search = (body) => ({ method: 'POST', path: '/marketplace/products/search', body });
const words = (text) => ({ name: text, description: text });

/** Listings by the API; `found` is the answer to a search for everything. */
export const listings = ({ total_pages }, { sellerId }) => ({
  'listing, page 1': search({}),
  'listing, cheapest': search({ sort: 'msrp_cents_asc' }),
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
  'storefront goods': search({ search: { seller_id: sellerId } }),
});
