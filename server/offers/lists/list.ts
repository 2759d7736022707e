import type { Knex } from 'knex';
import { firstOfEach, pageOf } from '../../../db/page';
import { sqlList, statement } from '../../../db/sql';
import type { Buyer, Seller, Staff } from '../../accounts/policy';
import type { ListEnd, ListRequest } from '../../lists/query';
import type { OffersDocument } from '../contract';
import { type DocumentContext, offersDocument } from '../document';
import { SENT } from '../policy';
import { NEWEST_FIRST, type OfferWithNames, selectOffers } from '../queries';
import { closedStates, isClosed, type OfferState, offerStates, openStates } from '../rules';
import { foundOffers } from './search';

const CLOSED = sqlList(closedStates);
const CLOSED_ARRAY = `array[${closedStates.map((state) => `'${state}'`).join(', ')}]`;

const OPEN = { buyer: `state not in ${CLOSED}`, seller: `state in ${sqlList(openStates)}` };

/** $1 party, $2 limit, $3 offset, $4 states. Paged separately, so old closed offers never displace open ones. */
const pageOfOpenAndClosed = (mine: string, open: string) => `offers.id in (
    (select offers.id from offers where ${mine} and ${open} and state = any($4) ${NEWEST_FIRST} limit $2 offset $3)
    union all
    (select offers.id from offers where ${mine} and state in ${CLOSED} and state = any($4)
        and $4 && ${CLOSED_ARRAY} ${NEWEST_FIRST} limit $2 offset $3))
  ${NEWEST_FIRST}`;

const partyOffers = {
  buyer: selectOffers("a buyer's offers", pageOfOpenAndClosed('buyer_id = $1', OPEN.buyer)),
  seller: selectOffers("a seller's offers", pageOfOpenAndClosed(`seller_id = $1 and ${SENT}`, OPEN.seller)),
};

const countOf = {
  buyer: statement<{ n: number }>(
    "number of a buyer's offers",
    'select count(*)::int as n from offers where buyer_id = $1 and state = any($2)',
  ),
  seller: statement<{ n: number }>(
    "number of a seller's offers",
    `select count(*)::int as n from offers where seller_id = $1 and ${SENT} and state = any($2)
        and (${OPEN.seller} or state in ${CLOSED})`,
  ),
};

/** Of all pages, open and closed. */
async function countOwnOffers(
  db: Knex,
  viewer: Buyer | Seller,
  state: readonly OfferState[],
): Promise<number> {
  const party = viewer.kind === 'buyer' ? viewer.buyer_id : viewer.seller_id;
  return (await countOf[viewer.kind](db, [party, [...state]]))[0]?.n ?? 0;
}

const changedOffer = {
  buyer: statement(
    "a buyer's changed offer",
    'select from offers where buyer_id = $1 and updated_at > $2 limit 1',
  ),
  seller: statement(
    "a seller's changed offer",
    `select from offers where seller_id = $1 and ${SENT} and updated_at > $2 limit 1`,
  ),
};

/** Staff are not asked: their list is every company's. */
export async function hasChangedOffer(db: Knex, viewer: Buyer | Seller | Staff, since: string) {
  if (viewer.kind === 'staff') return true;
  const party = viewer.kind === 'buyer' ? viewer.buyer_id : viewer.seller_id;
  return (await changedOffer[viewer.kind](db, [party, since])).length > 0;
}

const everyOffer = selectOffers('all offers', `offers.state = any($3) ${NEWEST_FIRST} limit $1 offset $2`);

interface OfferFilter extends Omit<ListRequest, 'search'> {
  readonly state: readonly OfferState[];
}

async function ownOffers(
  db: Knex,
  viewer: Buyer | Seller,
  { page, per, state, isCounted }: OfferFilter,
): Promise<OfferRows> {
  const { limit, offset } = pageOf({ page, per });
  const party = viewer.kind === 'buyer' ? viewer.buyer_id : viewer.seller_id;
  const found = await partyOffers[viewer.kind](db, [party, limit + 1, offset, [...state]]);
  const { rows: offers, more } = firstOfEach(found, (offer) => isClosed(offer.state), limit);
  return { offers, more, total: isCounted ? await countOwnOffers(db, viewer, state) : null };
}

const COUNT = `select coalesce(sum(n), 0)::int as n from tallied('offers') where kind = any(?)`;

async function allOffers(db: Knex, { page, per, state }: OfferFilter): Promise<OfferRows> {
  const { limit, offset } = pageOf({ page, per });
  const [offers, counted] = await Promise.all([
    everyOffer(db, [limit, offset, [...state]]),
    db.raw<{ rows: { n: number }[] }>(COUNT, [[...state]]),
  ]);
  const total = counted.rows[0]?.n ?? 0;
  return { offers, more: page * per < total, total };
}

interface OfferListRequest extends ListRequest {
  readonly state?: readonly OfferState[] | undefined;
}

interface OfferRows extends ListEnd {
  readonly offers: OfferWithNames[];
}

interface OfferList extends ListEnd {
  readonly offers: OffersDocument;
}

function rowsOf(
  db: Knex,
  viewer: Buyer | Seller | Staff,
  { search, state = offerStates, ...range }: OfferListRequest,
): Promise<OfferRows> {
  const filter = { ...range, state };
  if (search) return foundOffers(db, viewer, search, filter);
  return viewer.kind === 'staff' ? allOffers(db, filter) : ownOffers(db, viewer, filter);
}

/** For a page and for its refetch. */
export async function offerList(
  db: Knex,
  viewer: Buyer | Seller | Staff,
  request: OfferListRequest,
  context: DocumentContext,
): Promise<OfferList> {
  const { offers, ...listed } = await rowsOf(db, viewer, request);
  return { ...listed, offers: await offersDocument(db, offers, viewer, context) };
}
