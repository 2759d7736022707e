import { endpoint } from '../../contract/endpoint';
import type { ShippingEstimate } from '../../contract/shipping-estimate';
import type { ShippingTerms } from '../../contract/shipping-terms';

/** Cartons, weight and mode are an estimate for the quantity asked for. */
export interface ProductShipping extends ShippingEstimate {
  terms: ShippingTerms[];
  /** Business days between payment and shipment. */
  handling_days: number;
  ships_from: { city: string; region: string; country: string } | null;
}

export const productShipping = endpoint<ProductShipping>()('GET /marketplace/products/:id/shipping');
