import type { Knex } from 'knex';
import { sqlList } from '../../db/sql';
import type { Buyer, Person, Seller } from '../accounts/policy';
import { type OfferWithNames, selectOffers } from './queries';
import { cartStates, type Side } from './rules';

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
