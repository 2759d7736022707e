import type { OfferRow } from '../../../db/tables';
import { type Cents, cents } from '../../contract/money';
import type { ShippingTerms } from '../../contract/shipping-terms';
import { Invalid } from '../../http/errors';
import type { Side } from '../state-contract';
import { NOT_QUOTED, QUOTE_NEEDED } from './contract';

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
export function acceptedFreight(offer: Freight, { terms, by }: { terms: ShippingTerms; by: Side }): Cents {
  if (terms !== 'buyer_pays') return cents(0);
  if (by === 'seller' && offer.freight_cents !== offer.agreed_freight_cents) throw quoteNeeded();
  if (offer.freight_cents === null) throw by === 'seller' ? quoteNeeded() : Invalid(NOT_QUOTED);
  return offer.freight_cents;
}
