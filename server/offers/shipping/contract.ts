import type { FullAddress, RoughAddress } from '../../addresses/contract';
import { type Cents, cents } from '../../contract/money';
import type { ShippingEstimate } from '../../contract/shipping-estimate';
import type { ShippingTerms } from '../../contract/shipping-terms';

export interface OfferShipping extends ShippingEstimate {
  terms: ShippingTerms;
  offered_terms: ShippingTerms[];
  /** null while it has to be quoted. */
  freight_cents: Cents | null;
  freight_status: 'none' | 'to_quote' | 'quoted';
  /** null for the seller and staff. */
  ship_to_address_id: number | null;
  /** Without street and names for the seller. */
  ship_to: FullAddress | RoughAddress | null;
  ships_from: { city: string; region: string; country: string } | null;
  carrier_instructions: string | null;
}

export const MAX_FREIGHT_CENTS = cents(9_999_999);
export const FREIGHT_TOO_HIGH = 'Freight can be at most $99,999.99';
export const QUOTE_NEEDED = 'Enter the freight amount and send it to the buyer.';
export const NOT_QUOTED = "The seller hasn't quoted freight yet.";
export const SEND_FOR_QUOTE = 'This seller quotes freight. Send the offer to get a quote.';
export const SHIP_TO_NEEDED = 'Choose a ship-to address so the seller can quote freight.';
export const CARRIER_NEEDED = 'Enter your carrier, account number or pickup contact.';
export const MAX_CARRIER_INSTRUCTIONS = 500;
export const NOT_OFFERED: Record<ShippingTerms, string> = {
  seller_pays: "This seller doesn't offer included shipping.",
  buyer_pays: "This seller doesn't quote freight.",
  pickup: "This seller doesn't offer pickup.",
  buyer_carrier: "This seller doesn't ship with a buyer's carrier.",
};
