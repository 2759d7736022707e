import type { Knex } from 'knex';
import { sqlList } from '../../db/sql-list';
import type { OfferRow } from '../../db/tables';
import type { Buyer, Person, Seller } from '../accounts/policy';
import { Conflict } from '../http/errors';
import { OFFER_CHANGED } from './contract';
import { type OfferWithNames, selectOffers } from './queries';
import { cartStates, moveOf, type OfferEvent, type OfferState, type Side } from './state-contract';

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
