import { type SearchQuery, sorts } from '../../server/search/contract';
import { FACET_COMBINATIONS } from '../../server/search/index/cells';
import { KINDS, kindFilter } from '../../server/search/index/conditions-and-regions';
import { Bitmap, bitsOf, IdList } from '../../server/search/index/id-collection';
import { type Listing, ListingIndex, NOT_LISTED } from '../../server/search/index/listing-index';
import { matchesOf } from '../../server/search/index/matches';
import { selectPage } from '../../server/search/index/pages';
import { searchBody } from '../../server/search/schema';
import { below, oneOf, random, someKinds } from './support/catalog';

const LISTINGS = 20_000;
const ROUNDS = 60;

const read = (body: unknown) => searchBody.validateSync(body, { stripUnknown: true }) as SearchQuery;

const queries: { filters?: object }[] = [
  {},
  { filters: { category: 'home' } },
  { filters: { category: 'pet', msrp: { max: 5 } } },
  { filters: { msrp: { max: 3 }, unitsAvailable: { min: 2 } } },
  { filters: { packagingType: 'retail_ready' } },
];

const KEYS = {
  newest: 'createdAt',
  msrp_cents_asc: 'msrp',
  msrp_cents_desc: 'msrp',
  percent_off_msrp_desc: 'percentOff',
  seller_price_cents_asc: 'price',
  seller_price_cents_desc: 'price',
} as const;

test('any page of a large index is the one that sorting everything gives, through any changes', () => {
  const next = random(21);
  const aListing = (id: number): Listing => ({
    id,
    cell: next() < 0.1 ? NOT_LISTED : below(next, FACET_COMBINATIONS),
    createdAt: below(next, 5_000),
    // Some cost more than 32 bits hold, after a while.
    msrp: below(next, 3_000),
    kind: below(next, KINDS),
    price: below(next, 300),
    percentOff: below(next, 101),
  });
  const listings = new Map<number, Listing>();
  const index = new ListingIndex();
  for (let id = 1; id <= LISTINGS; id++) {
    const listing = aListing(id);
    listings.set(id, listing);
    if (listing.cell !== NOT_LISTED) index.take(listing);
  }
  for (const _turn of index.ordering());

  for (let round = 0; round < ROUNDS; round++) {
    const part = (share: number) => [...listings.keys()].filter(() => next() < share);
    const some = new Bitmap(bitsOf(part(0.4), index.capacity));
    const few = new IdList(Int32Array.from(part(0.01)));
    for (const { filters, ...body } of queries) {
      const query = read({ ...body, filters: { ...filters, ...someKinds(next) }, sort: oneOf(next, sorts) });
      const inScope = oneOf(next, [some, few, null, null, null]);
      const { category } = query.filters;
      const { passing } = index.cellFilter(query.filters, category ? [category] : undefined);
      const direction = query.sort.endsWith('_asc') ? 1 : -1;
      const key = (listing: Listing) => listing[KEYS[query.sort]];
      const kinds = kindFilter(query.filters);
      const expected = [...listings.values()]
        .filter(({ id, cell }) => cell !== NOT_LISTED && passing[cell] === 1 && (!inScope || inScope.has(id)))
        .filter(({ kind }) => !kinds || kinds.passing[kind] === 1)
        .sort((a, b) => (key(a) - key(b) || a.id - b.id) * direction)
        .map(({ id }) => id);
      const found = { inScope, named: [], categories: [], staffTagged: null, curated: [] };
      const matches = matchesOf(index, query, found);
      expect(matches.count).toBe(expected.length);
      // More than once, and back and forth: what one look has learnt the next one uses.
      for (let times = 0; times < 6; times++) {
        const offset = below(next, expected.length + 30);
        const page = selectPage(index, matches, query.sort, { offset }, 25);
        expect(page).toEqual(expected.slice(offset, offset + 25));
      }
    }
    const ids = new Set(
      Array.from({ length: oneOf(next, [1, 3, 40, 700]) }, () => 1 + below(next, LISTINGS + 500)),
    );
    const changed = [...ids].map((id) => ({
      ...aListing(id),
      ...(round === ROUNDS / 2 ? { msrp: 9_000_000_000_000 + below(next, 9) } : {}),
    }));
    for (const listing of changed) listings.set(listing.id, listing);
    index.apply(changed);
  }
}, 120_000);
