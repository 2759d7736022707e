import { EVERYTHING, type ListingState, listingAddress, storefrontAddress } from '../search/rules';
import type { SavedQuery } from './contract';

/** In the address of a listing: which saved search it shows. */
const OPENED_SEARCH = 'saved_search';

/** The listing that shows what a query finds. Of several tags, which only calls can give, it shows the first. */
const listingOf = ({ filters, search }: SavedQuery): ListingState => ({
  ...EVERYTHING,
  query: search.name ?? search.description ?? '',
  filter: search.tags[0] ?? filters.category ?? '',
  msrp: filters.msrp.max ?? EVERYTHING.msrp,
  price: filters.sellerPriceCents.max ?? EVERYTHING.price,
  percent_off: filters.percentOffMsrp.min ?? EVERYTHING.percent_off,
  units_available: filters.unitsAvailable.min ?? EVERYTHING.units_available,
  packaging: filters.packagingType ?? null,
  condition: filters.condition,
  ships_from: filters.shipFromRegion,
});

export function searchAddress(query: SavedQuery, id: number): string {
  const state = listingOf(query);
  const { seller_id } = query.search;
  const address = seller_id === undefined ? listingAddress(state) : storefrontAddress(seller_id, state);
  return `${address}${address.includes('?') ? '&' : '?'}${OPENED_SEARCH}=${id}`;
}
