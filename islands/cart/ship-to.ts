import { createContext } from 'react';
import type { Offer } from '../../server/offers/contract';
import { CARRIER_NEEDED, SHIP_TO_NEEDED } from '../../server/offers/shipping/rules';
import type { AddressList } from '../addresses/use-address-book';

interface ShipToAddresses {
  book: Pick<AddressList, 'addresses' | 'failed' | 'refetch'>;
  /** The buyer's company, for a new address. */
  company: string | undefined;
}

/** The buyer's own. */
export const ShipToAddresses = createContext<ShipToAddresses>({
  book: { addresses: undefined, failed: false, refetch: async () => false },
  company: undefined,
});

type Shipping = Offer['attributes']['shipping'];

/** Why an offer cannot be sent with this shipping, or null. */
export function shippingFault({ terms, ship_to }: Shipping, instructions: string): string | null {
  if (terms === 'buyer_pays' && ship_to === null) return SHIP_TO_NEEDED;
  if (terms === 'buyer_carrier' && instructions.trim() === '') return CARRIER_NEEDED;
  return null;
}

export const ADD_LATER = 'You can add a ship-to address later. The seller ships once you have.';
