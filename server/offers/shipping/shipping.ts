import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { FrozenAddress, OfferRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Buyer } from '../../accounts/policy';
import {
  FROZEN_ADDRESS,
  freeze,
  isServed,
  ownAddress,
  placeOf,
  requireOwned,
  requireServed,
} from '../../addresses/queries';
import { type Cents, cents } from '../../contract/money';
import { isCollected, type ShippingTerms, shippingTerms } from '../../contract/shipping-terms';
import { Conflict, Invalid, NotFound } from '../../http/errors';
import type { ActingParty } from '../policy';
import { inCart, type Side } from '../rules';
import { CARRIER_NEEDED, NOT_QUOTED, QUOTE_NEEDED, SEND_FOR_QUOTE } from './rules';

const NOT_OFFERED: Record<ShippingTerms, string> = {
  seller_pays: "This seller doesn't offer included shipping.",
  buyer_pays: "This seller doesn't quote freight.",
  pickup: "This seller doesn't offer pickup.",
  buyer_carrier: "This seller doesn't ship with a buyer's carrier.",
};

/** What an offer's shipping is decided on. */
export interface ShippingBasis {
  offer_id: number;
  offered_terms: ShippingTerms[];
  ships_to_canada: boolean;
  seller_name: string;
  min_order_cents: Cents | null;
  /** The buyer's address that the offer names, else the default one. */
  address_id: number | null;
  address: FrozenAddress | null;
  /** The location that all lines share, else the seller's default one. */
  location: FrozenAddress | null;
}

const readBases = statement<ShippingBasis>(
  'shipping of offers',
  `select offers.id as offer_id, sellers.shipping_terms as offered_terms, sellers.ships_to_canada,
          sellers.name as seller_name, sellers.min_order_cents,
          address.id as address_id, address.copy as address, location.copy as location
     from offers
     join sellers on sellers.id = offers.seller_id
     left join lateral (
       select id, ${FROZEN_ADDRESS} as copy
         from addresses
        where buyer_id = offers.buyer_id and deleted_at is null and (id = offers.ship_to_address_id or is_default)
        order by id = offers.ship_to_address_id desc nulls last limit 1
     ) address on true
     left join lateral (
       select case when count(distinct coalesce(products.location_id, 0)) = 1 then min(products.location_id) end as id
         from offer_products join products on products.id = offer_products.product_id
        where offer_products.offer_id = offers.id
     ) shared on true
     left join lateral (
       select id, ${FROZEN_ADDRESS} as copy
         from addresses
        where seller_id = offers.seller_id and deleted_at is null and (id = shared.id or is_default)
        order by id = shared.id desc nulls last limit 1
     ) location on true
    where offers.id = any($1)`,
);

export const shippingBasesOf = (db: Knex, offerIds: readonly number[]) => readBases(db, [offerIds]);

/** Throws NotFound where the offer was deleted. */
export async function shippingBasisOf(tx: Tx, offerId: number): Promise<ShippingBasis> {
  const [basis] = await shippingBasesOf(tx, [offerId]);
  if (!basis) throw NotFound();
  return basis;
}

/** Fixed at submit. A cart offer starts with the first that the seller offers. */
export const termsOf = (
  { state, shipping_terms }: Pick<OfferRow, 'state' | 'shipping_terms'>,
  { offered_terms }: Pick<ShippingBasis, 'offered_terms'>,
): ShippingTerms =>
  shipping_terms ??
  (inCart(state) ? shippingTerms.find((terms) => offered_terms.includes(terms)) : undefined) ??
  'seller_pays';

/** The named or default address, unless the seller does not ship there. */
export const servedAddress = (basis: ShippingBasis) =>
  basis.address && isServed(basis.address, basis)
    ? { ship_to_address_id: basis.address_id, ship_to: basis.address }
    : { ship_to_address_id: null, ship_to: null };

type Freight = Pick<OfferRow, 'freight_cents' | 'agreed_freight_cents'>;

/** Part of the total; 0 unless the seller has quoted it. */
export const freightOf = ({ freight_cents }: Pick<OfferRow, 'freight_cents'>): Cents =>
  freight_cents ?? cents(0);

const quoteNeeded = () => Invalid(QUOTE_NEEDED, { freight_cents: [QUOTE_NEEDED] }, { code: 'quote_needed' });

/** The freight that a counter leaves, and whether that alone is a change. Throws 422 for a seller who leaves it open. */
export function counteredFreight(
  offer: Freight,
  { terms, by, freight }: { terms: ShippingTerms; by: Side; freight: Cents | null },
): { changes: Partial<Freight>; isChanged: boolean } {
  if (terms !== 'buyer_pays') return { changes: {}, isChanged: false };
  if (by === 'buyer') return { changes: { agreed_freight_cents: offer.freight_cents }, isChanged: false };
  const quoted = freight ?? offer.freight_cents;
  if (quoted === null) throw quoteNeeded();
  return { changes: { freight_cents: quoted }, isChanged: quoted !== offer.freight_cents };
}

/** Throws 422 where none is quoted, and to a seller whose amount the buyer has not agreed to. */
function acceptedFreight(offer: Freight, { terms, by }: { terms: ShippingTerms; by: Side }): Cents {
  if (terms !== 'buyer_pays') return cents(0);
  if (by === 'seller' && offer.freight_cents !== offer.agreed_freight_cents) throw quoteNeeded();
  if (offer.freight_cents === null) throw by === 'seller' ? quoteNeeded() : Invalid(NOT_QUOTED);
  return offer.freight_cents;
}

const FIELD = 'ship_to_address_id';

export function requireOffered(terms: ShippingTerms, { offered_terms }: ShippingBasis) {
  if (!offered_terms.includes(terms)) throw Invalid(NOT_OFFERED[terms], { terms: [NOT_OFFERED[terms]] });
}

/** Throws 422 for foreign and deleted addresses, and for those that the seller does not ship to. */
export async function namedAddress(tx: Tx, viewer: Buyer, id: number, basis: ShippingBasis) {
  const row = await ownAddress(tx, viewer, id);
  requireOwned(row, FIELD);
  requireServed(row, basis, FIELD);
  return { ship_to_address_id: id, ship_to: freeze(row) };
}

/** Throws 409 where the address would leave the freight that the seller has quoted without its ground. */
export function requireUnquoted({ ship_to, freight_cents }: OfferRow) {
  if (freight_cents === null || ship_to === null) return;
  throw Conflict(`The freight was quoted for ${placeOf(ship_to)}. Send a new offer to ship elsewhere.`);
}

interface Choice {
  readonly basis: ShippingBasis;
  readonly viewer: Buyer;
  readonly addressId: number | undefined;
}

/** The columns that a draft takes when it is sent or bought. Throws 422 for what the terms lack. */
export async function draftShipping(tx: Tx, offer: OfferRow, { basis, viewer, addressId }: Choice) {
  const terms = termsOf(offer, basis);
  requireOffered(terms, basis);
  if (terms === 'buyer_carrier' && !offer.carrier_instructions?.trim())
    throw Invalid(CARRIER_NEEDED, { carrier_instructions: [CARRIER_NEEDED] });
  if (isCollected(terms)) return { shipping_terms: terms, ship_to_address_id: null, ship_to: null };
  const named = addressId === undefined ? null : await namedAddress(tx, viewer, addressId, basis);
  return { shipping_terms: terms, ...(named ?? servedAddress(basis)) };
}

/** Throws 409 where the seller quotes freight: that takes an offer. */
async function shippingToBuy(tx: Tx, offer: OfferRow, choice: Choice) {
  if (termsOf(offer, choice.basis) === 'buyer_pays') throw Conflict(SEND_FOR_QUOTE);
  return draftShipping(tx, offer, choice);
}

/** What an offer under review ships by when it is accepted: the buyer's default address where it has none. */
async function shippingUnderReview(
  tx: Tx,
  offer: OfferRow,
  { basis, viewer, addressId }: Omit<Choice, 'viewer'> & { viewer: Buyer | null },
) {
  const terms = termsOf(offer, basis);
  if (inCart(offer.state) || isCollected(terms)) return { shipping_terms: terms };
  const isMoved = addressId !== undefined && addressId !== offer.ship_to_address_id;
  if (viewer && isMoved) {
    requireUnquoted(offer);
    return { shipping_terms: terms, ...(await namedAddress(tx, viewer, addressId, basis)) };
  }
  return { shipping_terms: terms, ...(offer.ship_to ? {} : servedAddress(basis)) };
}

/** What the order ships by: the columns of the offer, and the origin. Throws 409 and 422 (docs/rules.md#terms-and-freight). */
export async function agreeOnShipping(
  tx: Tx,
  offer: OfferRow,
  basis: ShippingBasis,
  { viewer, addressId }: { readonly viewer: ActingParty; readonly addressId?: number | undefined },
) {
  const buyer = viewer.kind === 'buyer' ? viewer : null;
  const chosen =
    buyer && offer.state === 'draft'
      ? await shippingToBuy(tx, offer, { basis, viewer: buyer, addressId })
      : await shippingUnderReview(tx, offer, { basis, viewer: buyer, addressId });
  const freight = acceptedFreight(offer, { terms: chosen.shipping_terms, by: viewer.kind });
  const { ship_to, carrier_instructions } = { ...offer, ...chosen };
  return {
    changes: { ...chosen, agreed_freight_cents: offer.freight_cents },
    agreed: {
      ship_to,
      ship_from: basis.location,
      shipping_terms: chosen.shipping_terms,
      freight_cents: freight,
      carrier_instructions,
    },
  };
}
