import type { OfferRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Buyer } from '../../accounts/policy';
import { freeze, ownAddress } from '../../addresses/queries';
import { placeOf, requireOwned, requireServed } from '../../addresses/ship-to';
import { type Cents, cents } from '../../contract/money';
import { isCollected, type ShippingTerms } from '../../contract/shipping-terms';
import { Conflict, Invalid } from '../../http/errors';
import type { ActingParty } from '../policy';
import { inCart, type Side } from '../state-contract';
import { CARRIER_NEEDED, NOT_QUOTED, QUOTE_NEEDED, SEND_FOR_QUOTE, SHIP_TO_NEEDED } from './contract';
import { type ShippingContext, servedAddress, termsOf } from './queries';

type Freight = Pick<OfferRow, 'freight_cents' | 'agreed_freight_cents'>;

/** Part of the total; 0 unless the seller has quoted it. */
export const freightOf = ({ freight_cents }: Pick<OfferRow, 'freight_cents'>): Cents =>
  freight_cents ?? cents(0);

const quoteNeeded = () => Invalid(QUOTE_NEEDED, { freight_cents: [QUOTE_NEEDED] });

/**
 * The freight that a counter leaves, and whether that alone is a change. A seller quotes it; the buyer's counter agrees
 * to what is shown. Throws 422 for a seller's counter that leaves it open.
 */
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

/**
 * The freight of the order. Throws 422 where none is quoted, and to a seller whose amount the buyer has not agreed to.
 */
function acceptedFreight(offer: Freight, { terms, by }: { terms: ShippingTerms; by: Side }): Cents {
  if (terms !== 'buyer_pays') return cents(0);
  if (by === 'seller' && offer.freight_cents !== offer.agreed_freight_cents) throw quoteNeeded();
  if (offer.freight_cents === null) throw by === 'seller' ? quoteNeeded() : Invalid(NOT_QUOTED);
  return offer.freight_cents;
}

const NOT_OFFERED: Record<ShippingTerms, string> = {
  seller_pays: "This seller doesn't offer included shipping.",
  buyer_pays: "This seller doesn't quote freight.",
  pickup: "This seller doesn't offer pickup.",
  buyer_carrier: "This seller doesn't ship with a buyer's carrier.",
};
const FIELD = 'ship_to_address_id';

export function requireOffered(terms: ShippingTerms, { offered_terms }: ShippingContext) {
  if (!offered_terms.includes(terms)) throw Invalid(NOT_OFFERED[terms], { terms: [NOT_OFFERED[terms]] });
}

/** Throws 422 for foreign and deleted addresses, and for those that the seller does not ship to. */
export async function namedAddress(tx: Tx, viewer: Buyer, id: number, context: ShippingContext) {
  const row = await ownAddress(tx, viewer, id);
  requireOwned(row, FIELD);
  requireServed(row, context, FIELD);
  return { ship_to_address_id: id, ship_to: freeze(row) };
}

/** Throws 409 where the address would leave the freight that the seller has quoted without its ground. */
export function requireUnquoted({ ship_to, freight_cents }: OfferRow) {
  if (freight_cents === null || ship_to === null) return;
  throw Conflict(`The freight was quoted for ${placeOf(ship_to)}. Send a new offer to ship elsewhere.`);
}

interface Choice {
  readonly context: ShippingContext;
  readonly viewer: Buyer;
  /** The address that the call names. */
  readonly addressId: number | undefined;
}

/** The columns that a draft takes when it is sent or bought. Throws 422 for what the terms lack. */
async function draftShipping(tx: Tx, offer: OfferRow, { context, viewer, addressId }: Choice) {
  const terms = termsOf(offer, context);
  requireOffered(terms, context);
  if (terms === 'buyer_carrier' && !offer.carrier_instructions?.trim())
    throw Invalid(CARRIER_NEEDED, { carrier_instructions: [CARRIER_NEEDED] });
  if (isCollected(terms)) return { shipping_terms: terms, ship_to_address_id: null, ship_to: null };
  const named = addressId === undefined ? null : await namedAddress(tx, viewer, addressId, context);
  return { shipping_terms: terms, ...(named ?? servedAddress(context)) };
}

export async function shippingToSubmit(tx: Tx, offer: OfferRow, choice: Choice) {
  const shipping = await draftShipping(tx, offer, choice);
  if (shipping.shipping_terms === 'buyer_pays' && shipping.ship_to === null)
    throw Invalid(SHIP_TO_NEEDED, { [FIELD]: [SHIP_TO_NEEDED] });
  return shipping;
}

/** Throws 409 where the seller quotes freight: that takes an offer. */
async function shippingToBuy(tx: Tx, offer: OfferRow, choice: Choice) {
  if (termsOf(offer, choice.context) === 'buyer_pays') throw Conflict(SEND_FOR_QUOTE);
  return draftShipping(tx, offer, choice);
}

/** What an offer under review ships by when it is accepted: the buyer's default address where it has none. */
async function shippingUnderReview(
  tx: Tx,
  offer: OfferRow,
  { context, viewer, addressId }: Omit<Choice, 'viewer'> & { viewer: Buyer | null },
) {
  const terms = termsOf(offer, context);
  if (inCart(offer.state) || isCollected(terms)) return { shipping_terms: terms };
  const isMoved = addressId !== undefined && addressId !== offer.ship_to_address_id;
  if (viewer && isMoved) {
    requireUnquoted(offer);
    return { shipping_terms: terms, ...(await namedAddress(tx, viewer, addressId, context)) };
  }
  return { shipping_terms: terms, ...(offer.ship_to ? {} : servedAddress(context)) };
}

/** What the order ships by: the columns of the offer, and the origin. Throws 409 and 422 (docs/rules.md#shipping). */
export async function agreeOnShipping(
  tx: Tx,
  offer: OfferRow,
  context: ShippingContext,
  { viewer, addressId }: { readonly viewer: ActingParty; readonly addressId?: number | undefined },
) {
  const buyer = viewer.kind === 'buyer' ? viewer : null;
  const chosen =
    buyer && offer.state === 'draft'
      ? await shippingToBuy(tx, offer, { context, viewer: buyer, addressId })
      : await shippingUnderReview(tx, offer, { context, viewer: buyer, addressId });
  const freight = acceptedFreight(offer, { terms: chosen.shipping_terms, by: viewer.kind });
  const { ship_to, carrier_instructions } = { ...offer, ...chosen };
  return {
    changes: { ...chosen, agreed_freight_cents: offer.freight_cents },
    agreed: {
      ship_to,
      ship_from: context.location,
      shipping_terms: chosen.shipping_terms,
      freight_cents: freight,
      carrier_instructions,
    },
  };
}
