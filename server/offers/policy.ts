import type { Knex } from 'knex';
import { sqlList } from '../../db/sql-list';
import type { OfferRow } from '../../db/tables';
import type { Buyer, Person, Seller } from '../accounts/policy';
import { type Cents, cents } from '../contract/money';
import { Conflict } from '../http/errors';
import { OFFER_CHANGED } from './contract';
import { type Line, type OfferWithNames, selectOffers } from './queries';
import { cartStates, inCart, moveOf, type OfferEvent, type OfferState, type Side } from './state-contract';

/** Either side of an offer. */
export type Party = Buyer | Seller;

export const sideOf = (viewer: Person): Side | null => (viewer.kind === 'staff' ? null : viewer.kind);

/** The offers that a seller may see: sent, or bought at the asking prices. */
export const SENT = `offers.state not in ${sqlList(cartStates)}
  and (offers.state <> 'rejected' or offers.submitted_at is not null)`;

const visible = {
  buyer: selectOffers("a buyer's offer", 'offers.buyer_id = $1 and offers.id = $2'),
  seller: selectOffers("a seller's offer", `offers.seller_id = $1 and ${SENT} and offers.id = $2`),
  staff: selectOffers('an offer', '$1::int is null and offers.id = $2'),
};

const partyId = ({ kind, buyer_id, seller_id }: Person) =>
  kind === 'staff' ? null : kind === 'buyer' ? buyer_id : seller_id;

/** The offer if the viewer may see it: its buyer, its seller once it is sent, and staff. */
export const visibleOffer = async (
  viewer: Person,
  { id }: { id: number },
  { db }: { db: Knex },
): Promise<OfferWithNames | undefined> => (await visible[viewer.kind](db, [partyId(viewer), id]))[0];

export const visibleOfferOfLine = (
  viewer: Person,
  { offer_id }: { offer_id: number },
  services: { db: Knex },
) => visibleOffer(viewer, { id: offer_id }, services);

/** The state that the event leads to. Throws Conflict unless it is this side's turn. */
export function nextState({ state }: OfferRow, event: OfferEvent, by: Side, reduced = false): OfferState {
  const to = moveOf(event, by, state, reduced);
  if (!to) throw Conflict(OFFER_CHANGED);
  return to;
}

interface PriceBounds {
  readonly min: Cents;
  readonly max: Cents;
}

const MIN_PRICE = cents(1);

/** The bounds of a counter by this side (docs/rules.md#offers). */
export function counterBounds(
  line: Pick<Line, 'buyer_price_cents' | 'seller_price_cents' | 'asking_price_cents'>,
  by: Side,
): PriceBounds {
  const asking = line.asking_price_cents ?? line.seller_price_cents ?? line.buyer_price_cents;
  if (by === 'buyer') return { min: MIN_PRICE, max: line.seller_price_cents ?? asking };
  // The seller may lower the asking price below the buyer's price; the buyer's price stays possible.
  return { min: line.buyer_price_cents, max: cents(Math.max(asking, line.buyer_price_cents)) };
}

/** The bounds of a price that this side may enter now; null when it may enter none. */
export function priceBounds({ state }: OfferRow, line: Line, side: Side | null): PriceBounds | null {
  if (side === null) return null;
  if (inCart(state))
    return line.asking_price_cents === null ? null : { min: MIN_PRICE, max: line.asking_price_cents };
  return moveOf('counter', side, state) ? counterBounds(line, side) : null;
}
