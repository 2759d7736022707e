import type { ShippingTerms } from '../../server/contract/shipping-terms';

/** What a seller agrees to by offering the terms. */
export const termsSentences: Readonly<Record<ShippingTerms, string>> = {
  seller_pays: 'You book and pay the carrier. Your price covers delivery.',
  buyer_pays:
    'You quote the freight on each offer, and the buyer pays it at checkout. Buy Now is off for these offers.',
  pickup: 'The buyer picks up the order from your location.',
  buyer_carrier: 'The buyer books and pays a carrier, who picks up from your location.',
};
