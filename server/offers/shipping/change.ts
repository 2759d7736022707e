import type { InferType } from 'yup';
import type { OfferRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Buyer } from '../../accounts/policy';
import { isCollected } from '../../contract/shipping-terms';
import { Conflict } from '../../http/errors';
import type { Services } from '../../services';
import { lockBuyer, lockOffer, OfferChanged, type ShippingChanges, update } from '../offer';
import { isOpen } from '../rules';
import type { shippingBody } from './schema';
import {
  namedAddress,
  requireOffered,
  requireUnquoted,
  type ShippingBasis,
  shippingBasisOf,
  termsOf,
} from './shipping';

type Wanted = InferType<typeof shippingBody>['shipping'];

/** A draft keeps the address's id alone: its copy is taken when the offer is sent. */
async function draftChanges(
  tx: Tx,
  viewer: Buyer,
  { ship_to_address_id, terms, carrier_instructions }: Wanted,
  basis: ShippingBasis,
): Promise<ShippingChanges> {
  if (terms) requireOffered(terms, basis);
  if (typeof ship_to_address_id === 'number') await namedAddress(tx, viewer, ship_to_address_id, basis);
  return {
    ...(terms === undefined ? {} : { shipping_terms: terms }),
    ...(ship_to_address_id === undefined ? {} : { ship_to_address_id }),
    ...(carrier_instructions === undefined ? {} : { carrier_instructions }),
  };
}

async function reviewChanges(
  tx: Tx,
  viewer: Buyer,
  offer: OfferRow,
  { wanted, basis }: { wanted: Wanted; basis: ShippingBasis },
): Promise<ShippingChanges> {
  const terms = termsOf(offer, basis);
  if (wanted.terms && wanted.terms !== terms)
    throw Conflict('Shipping terms are fixed once an offer is sent. Send a new offer to change them.');
  const id = wanted.ship_to_address_id;
  if (typeof id !== 'number' || id === offer.ship_to_address_id || isCollected(terms)) return {};
  requireUnquoted(offer);
  return namedAddress(tx, viewer, id, basis);
}

/** Throws 409 for closed and saved offers, and where a quote rests on the address (docs/rules.md#terms-and-freight). */
export const changeOfferShipping = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Buyer,
  offerId: number,
  { shipping: wanted, version }: InferType<typeof shippingBody>,
) =>
  transaction(async (tx) => {
    await lockBuyer(tx, viewer.buyer_id);
    const offer = await lockOffer(tx, offerId, version);
    if (offer.state !== 'draft' && !isOpen(offer.state)) throw OfferChanged();
    const basis = await shippingBasisOf(tx, offerId);
    const changes = isOpen(offer.state)
      ? await reviewChanges(tx, viewer, offer, { wanted, basis })
      : await draftChanges(tx, viewer, wanted, basis);
    const changed = await update(tx, offer, viewer.id, changes);
    await tx.events.offerChanged(changed, 'change_shipping');
    return { offer: changed };
  });
