import type { Knex } from 'knex';
import { type Page, pageOf } from '../../../db/page';
import { sqlList } from '../../../db/sql';
import type { Person } from '../../accounts/policy';
import { array, string } from '../../contract/fields';
import type { SearchBar } from '../../lists/bar';
import type { ListSearch } from '../../lists/contract';
import { findOwn, type Searched } from '../../lists/find';
import { listQuery, searchReader, updatedSince } from '../../lists/query';
import { searchTextOf } from '../../products/search-text';
import { NEGOTIATED } from '../contract';
import { SENT } from '../policy';
import { selectOffers } from '../queries';
import { type OfferState, offerStates, openStates } from '../rules';

const NEWEST_FIRST = 'found.created_at desc, found.id desc';
const EXPIRES = `case when found.state in ${sqlList(openStates)} then found.expires_at end`;

const MINE: Record<Person['kind'], string> = {
  buyer: 'own.buyer_id = :party',
  seller: `own.seller_id = :party and ${SENT.replaceAll('offers.', 'own.')}`,
  staff: 'true',
};

export const searchInOffers = searchReader();

interface OfferSearch extends ListSearch {
  readonly state?: readonly OfferState[] | undefined;
}

export function findOffers(
  db: Knex,
  viewer: Person,
  { state = offerStates, ...search }: OfferSearch,
  page?: Page,
) {
  const searched: Searched = {
    table: 'offers',
    number: 'offer_number',
    where: `${MINE[viewer.kind]} and own.state = any(:states)`,
    values: { party: viewer.kind === 'buyer' ? viewer.buyer_id : viewer.seller_id, states: [...state] },
    columns: ['state', 'expires_at', 'freight_cents'],
    lines: (bitsOf) => `
      with lines as materialized (
        select own.id, line.product_id from own join offer_products line on line.offer_id = own.id
      ), goods as materialized (
        select id, ${bitsOf('body')} as bits
          from (select id, ${searchTextOf('products')} as body from products
                 where id in (select product_id from lines) offset 0) texts
      )
      select lines.id, goods.bits from lines join goods on goods.id = lines.product_id`,
    order: {
      newest: NEWEST_FIRST,
      oldest: 'found.created_at, found.id',
      total_desc: `coalesce((select total_cents from offer_totals where offer_id = found.id), 0)
        + coalesce(found.freight_cents, 0) desc, ${NEWEST_FIRST}`,
      expires: `${EXPIRES} nulls last, ${NEWEST_FIRST}`,
    },
  };
  return findOwn(db, viewer.kind, searched, search, page);
}

export const listOffersQuery = listQuery.shape({
  state: array(string().oneOf(offerStates, 'Unknown state').required()),
});

export const offersQuery = listOffersQuery.shape({ updated_since: updatedSince() });

export const offersBar: SearchBar = {
  path: '/my_offers',
  noun: 'offer',
  file: `/offers.csv?${new URLSearchParams(NEGOTIATED.state.map((state) => ['state[]', state]))}`,
  sorts: [
    ['', 'Newest first'],
    ['oldest', 'Oldest first'],
    ['total_desc', 'Highest total first'],
    ['expires', 'Expiring first'],
  ],
  statuses: {},
};

const offersByIds = selectOffers(
  'offers that were found',
  'offers.id = any($1::int[]) order by array_position($1::int[], offers.id)',
);

export async function foundOffers(
  db: Knex,
  viewer: Person,
  search: ListSearch,
  { page, per, state }: { page: number; per: number; state: readonly OfferState[] },
) {
  const { ids, total } = await findOffers(db, viewer, { ...search, state }, pageOf({ page, per }));
  return { offers: await offersByIds(db, [ids]), more: page * per < total, total };
}
