import { cents } from '../../contract/money';

export const MAX_FREIGHT_CENTS = cents(9_999_999);
export const FREIGHT_TOO_HIGH = 'Freight can be at most $99,999.99';
export const QUOTE_NEEDED = 'Enter the freight amount and send it to the buyer.';
export const NOT_QUOTED = "The seller hasn't quoted freight yet.";
export const SEND_FOR_QUOTE = 'This seller quotes freight. Send the offer to get a quote.';
export const SHIP_TO_NEEDED = 'Choose a ship-to address so the seller can quote freight.';
export const CARRIER_NEEDED = 'Enter your carrier, account number or pickup contact.';
export const MAX_CARRIER_INSTRUCTIONS = 500;
