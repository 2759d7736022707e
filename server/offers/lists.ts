import type { Knex } from 'knex';
import { firstOfEach, pageOf } from '../../db/page';
import { sqlList } from '../../db/sql-list';
import type { Buyer, Seller } from '../accounts/policy';
import { SENT } from './policy';
import { NEWEST_FIRST, type OfferWithNames, selectOffers } from './queries';
import { closedStates, isClosed, type OfferState, offerStates, openStates } from './state-contract';

const CLOSED = sqlList(closedStates);
const CLOSED_ARRAY = `array[${closedStates.map((state) => `'${state}'`).join(', ')}]`;

/**
 * $1 is the party, $2 how many, $3 after how many, $4 the states that are asked for. Open and closed ones are paged
 * beside each other: what is open is never pushed off the first page by what is over. Where no closed ones are asked
 * for, `&&` says so before any of tens of thousands is looked at.
 */
const pageOfBoth = (mine: string, open: string) => `offers.id in (
    (select offers.id from offers where ${mine} and ${open} and state = any($4) ${NEWEST_FIRST} limit $2 offset $3)
    union all
    (select offers.id from offers where ${mine} and state in ${CLOSED} and state = any($4)
        and $4 && ${CLOSED_ARRAY} ${NEWEST_FIRST} limit $2 offset $3))
  ${NEWEST_FIRST}`;

const owns = {
  buyer: selectOffers("a buyer's offers", pageOfBoth('buyer_id = $1', `state not in ${CLOSED}`)),
  seller: selectOffers(
    "a seller's offers",
    pageOfBoth(`seller_id = $1 and ${SENT}`, `state in ${sqlList(openStates)}`),
  ),
};

const everybodys = selectOffers(
  'offers of everybody',
  `offers.state = any($3) ${NEWEST_FIRST} limit $1 offset $2`,
);

export interface OfferFilter {
  readonly page: number;
  /** Of a party so many open ones, and so many that are over. */
  readonly per: number;
  /** All that one may see, where it is left out. */
  readonly state?: readonly OfferState[] | undefined;
}

/** A party's own offers, newest first, and whether there are more on the next page. */
export async function ownOffers(
  db: Knex,
  viewer: Buyer | Seller,
  { page, per, state = offerStates }: OfferFilter,
): Promise<{ offers: OfferWithNames[]; more: boolean }> {
  const { limit, offset } = pageOf({ page, per });
  const party = viewer.kind === 'buyer' ? viewer.buyer_id : viewer.seller_id;
  const found = await owns[viewer.kind](db, [party, limit + 1, offset, [...state]]);
  const { rows: offers, more } = firstOfEach(found, (offer) => isClosed(offer.state), limit);
  return { offers, more };
}

/** A page of everybody's offers, newest first, and how many there are. */
export async function allOffers(
  db: Knex,
  { page, per, state = offerStates }: OfferFilter,
): Promise<{ offers: OfferWithNames[]; total: number }> {
  const { limit, offset } = pageOf({ page, per });
  const [offers, counted] = await Promise.all([
    everybodys(db, [limit, offset, [...state]]),
    db.raw<{ rows: { n: number }[] }>(
      `select coalesce(sum(n), 0)::int as n from tallied('offers') where kind = any(?)`,
      [[...state]],
    ),
  ]);
  return { offers, total: counted.rows[0]?.n ?? 0 };
}
