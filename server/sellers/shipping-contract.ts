import type { Address } from '../addresses/contract';
import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { ShippingTerms } from '../contract/shipping-terms';

export interface ShippingSettings {
  terms: ShippingTerms[];
  /** Business days between payment and shipment. */
  handling_days: number;
  ships_to_canada: boolean;
}

interface ShippingAnswer {
  shipping: ShippingSettings;
}

export const showShippingSettings = endpoint<ShippingAnswer>()('GET /marketplace/sellers/shipping');
export const updateShippingSettings = endpoint<ShippingAnswer>()('PUT /marketplace/sellers/shipping');

export const settingsShipping: Island<{
  shipping: ShippingSettings;
  locations: Address[];
  company: string;
  is_unread: boolean;
}> = { id: 'settings-shipping' };

export const HANDLING_DAYS = { min: 1, max: 30 } as const;
export const LOCATION_NEEDED = 'Add a location first.';
