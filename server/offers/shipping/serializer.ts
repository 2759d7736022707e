import { estimateShipping } from '../../contract/shipping-estimate';
import { carrierFor, shipToFor } from '../../orders/visibility/contacts';
import type { OfferShipping } from '../contract';
import type { Line, OfferWithNames } from '../queries';
import { inCart, type Side } from '../rules';
import { freightOf, type ShippingBasis, servedAddress, termsOf } from './shipping';

const statusOf = (isQuoted: boolean, freight: number | null): OfferShipping['freight_status'] =>
  isQuoted ? (freight === null ? 'to_quote' : 'quoted') : 'none';

const shipsFrom = ({ location }: ShippingBasis): OfferShipping['ships_from'] =>
  location && { city: location.city, region: location.region, country: location.country };

export function offerShipping(
  offer: OfferWithNames,
  lines: readonly Line[],
  basis: ShippingBasis,
  side: Side | null,
): OfferShipping {
  const terms = termsOf(offer, basis);
  const reader = side ?? 'staff';
  const isQuoted = terms === 'buyer_pays';
  const { ship_to_address_id, ship_to } = inCart(offer.state) ? servedAddress(basis) : offer;
  return {
    terms,
    offered_terms: basis.offered_terms,
    freight_cents: isQuoted ? offer.freight_cents : freightOf(offer),
    freight_status: statusOf(isQuoted, offer.freight_cents),
    ship_to_address_id: side === 'buyer' ? ship_to_address_id : null,
    ship_to: shipToFor(ship_to, reader, 'unpaid') as OfferShipping['ship_to'],
    ships_from: shipsFrom(basis),
    carrier_instructions: carrierFor(
      { carrier_instructions: offer.carrier_instructions, terms },
      reader,
      'unpaid',
    ),
    ...estimateShipping(lines),
  };
}
