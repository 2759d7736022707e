import type { OfferRow } from '../../../db/tables';
import { placeOf } from '../../addresses/queries';
import { counted, formatUnits } from '../../contract/money';
import { estimateShipping, type ShippedLine } from '../../contract/shipping-estimate';
import { shippingTermsLabels } from '../../contract/shipping-terms';
import { shipToFor } from '../../orders/visibility/contacts';

type Offer = Pick<OfferRow, 'shipping_terms' | 'freight_cents' | 'ship_to'>;

export const isToQuote = ({ shipping_terms, freight_cents }: Omit<Offer, 'ship_to'>): boolean =>
  shipping_terms === 'buyer_pays' && freight_cents === null;

const DOCKS = { dock: 'loading dock', no_dock: 'no loading dock', unknown: null } as const;

function shipToText({ ship_to }: Offer) {
  const shown = shipToFor(ship_to, 'mail', 'unpaid');
  if (!shown) return null;
  const access = [DOCKS[shown.dock], shown.appointment && 'appointment required'];
  return [placeOf(shown), ...access].filter(Boolean).join(' · ');
}

/** What a carrier asks a seller for. */
export function quoteFacts(
  offer: Offer,
  lines: readonly ShippedLine[],
): readonly [label: string, value: string][] {
  const { cartons, weight_lb } = estimateShipping(lines);
  const facts: [string, string | null][] = [
    ['Ship to', shipToText(offer)],
    ['Cartons', cartons === null ? null : `About ${counted(cartons, 'carton')}`],
    ['Weight', weight_lb === null ? null : `About ${formatUnits(weight_lb)} lb`],
    ['Terms', shippingTermsLabels.buyer_pays],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : [])) as [string, string][];
}
