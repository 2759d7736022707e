import type { FrozenAddress, PurchaseOrderRow } from '../../../db/tables';
import { fullAddress, roughAddress } from '../../addresses/serializer';
import { carrierLabel, isCollected, type ShippingTerms } from '../../contract/shipping-terms';
import type { OrderAddress, OrderOrigin } from '../contract';
import { isUnconfirmed } from '../state-machine';
import { type ContactReader, type ContactStage, contactShown } from './rules';

type Order = Pick<PurchaseOrderRow, 'status' | 'paid_at' | 'shipping_terms'>;

export const paidStage = (terms: ShippingTerms): ContactStage =>
  isCollected(terms) ? 'paid_to_collect' : 'paid';

export const contactStage = ({ status, paid_at, shipping_terms }: Order): ContactStage =>
  paid_at !== null && !isUnconfirmed(status) ? paidStage(shipping_terms ?? 'seller_pays') : 'unpaid';

export const shipToFor = (
  address: FrozenAddress | null,
  reader: ContactReader,
  stage: ContactStage,
): OrderAddress | null => {
  if (address === null) return null;
  return contactShown('ship_to', reader, stage) === 'whole' ? fullAddress(address) : roughAddress(address);
};

export const shipFromFor = (
  address: FrozenAddress | null,
  reader: ContactReader,
  stage: ContactStage,
): OrderOrigin | null => {
  if (address === null) return null;
  const { city, region, country } = address;
  return contactShown('ship_from', reader, stage) === 'whole'
    ? fullAddress(address)
    : { city, region, country };
};

/** The buyer's carrier, account or pickup contact. */
export function carrierFor(
  { carrier_instructions, terms }: { carrier_instructions: string | null; terms: ShippingTerms },
  reader: ContactReader,
  stage: ContactStage,
): string | null {
  const shown = contactShown('carrier_instructions', reader, stage);
  if (shown === 'whole') return carrier_instructions;
  return shown === 'label' && carrier_instructions !== null ? carrierLabel(terms) : null;
}
