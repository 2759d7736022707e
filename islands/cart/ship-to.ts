import { createContext } from 'react';
import type { Address } from '../../server/addresses/contract';
import { isCollected } from '../../server/contract/shipping-terms';
import type { Offer } from '../../server/offers/contract';
import { CARRIER_NEEDED, SHIP_TO_NEEDED } from '../../server/offers/shipping/contract';

interface ShipToAddresses {
  /** undefined while they load. */
  addresses: readonly Address[] | undefined;
  /** The buyer's company, for a new address. */
  company: string | undefined;
  reload: () => Promise<unknown>;
}

/** The buyer's own. */
export const ShipToAddresses = createContext<ShipToAddresses>({
  addresses: undefined,
  company: undefined,
  reload: async () => undefined,
});

type Shipping = Offer['attributes']['shipping'];

/** Why an offer cannot be sent with this shipping, or null. */
export function shippingFault({ terms, ship_to }: Shipping, instructions: string): string | null {
  if (terms === 'buyer_pays' && ship_to === null) return SHIP_TO_NEEDED;
  if (terms === 'buyer_carrier' && instructions.trim() === '') return CARRIER_NEEDED;
  return null;
}

export const ADD_LATER = 'You can add a ship-to address later. The seller ships once you have.';

export const lacksAddress = ({ terms, ship_to }: Shipping) => !isCollected(terms) && ship_to === null;
