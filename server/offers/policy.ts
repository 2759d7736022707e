import type { Knex } from 'knex';
import { sqlList } from '../../db/sql';
import type { Buyer, Person, Seller } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import type { Cents } from '../contract/money';
import { isBuyable } from './cart/rules';
import type { Offer, OfferApproval, OfferShipping } from './contract';
import { type HistoryRow, type Line, type OfferWithNames, selectOffers } from './queries';
import { cartStates, isReduced, type OfferState, type Side } from './rules';
import { moveOf, type OfferEvent } from './state-machine';

export type Party = Buyer | Seller;

/** A rule acts for a seller who is not signed in. */
export type ActingParty = Buyer | Pick<Seller, 'kind' | 'id'>;

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

export const isLineBuyable = (line: Line) =>
  isBuyable(
    { unit_price: line.unit_price_cents, quantity: line.quantity },
    { ...line, seller_price_cents: line.asking_price_cents },
  );

type Verdicts = Pick<
  Offer['attributes'],
  'buyable' | 'can_accept' | 'can_counter' | 'can_reject' | 'can_withdraw'
>;

interface VerdictSubject {
  readonly lines: readonly Line[];
  readonly history: readonly HistoryRow[];
  readonly shipping: OfferShipping;
  readonly missing: Cents | null;
  readonly side: Side | null;
  /** Whether the viewer's role lets them act for their side. */
  readonly acts: boolean;
}

/** Which buttons a viewer has. The act itself checks again, on the locked row. */
export function verdicts(
  { state }: { state: OfferState },
  { lines, history, shipping, missing, side, acts }: VerdictSubject,
): Verdicts {
  const reduced = isReduced(history);
  const may = (event: OfferEvent) => acts && side !== null && moveOf(event, side, state, reduced) !== null;
  const isQuoted = shipping.freight_status !== 'to_quote';
  const canBuy = isQuoted && lines.length > 0 && lines.every(isLineBuyable);
  return {
    buyable: canBuy,
    can_accept: may('accept') && isQuoted && (state !== 'draft' || (canBuy && !missing)),
    can_counter: may('counter'),
    can_reject: may('reject'),
    can_withdraw: may('withdraw'),
  };
}

/** The requester decides only where no other member may. */
export function approvalVerdicts(
  { requested_by, approvers }: Pick<OfferApproval, 'requested_by' | 'approvers'>,
  viewer: Person,
) {
  const isOwn = requested_by.id === viewer.id;
  return {
    can_approve: isCapable(viewer, 'offers:approve') && (!isOwn || approvers.length === 0),
    can_cancel: isOwn && isCapable(viewer, 'offers:write'),
  };
}
