import type { ShippingTerms } from '../../server/contract/shipping-terms';

export const termsWords: Readonly<Record<ShippingTerms, { title: string; sentence: string }>> = {
  seller_pays: {
    title: 'Shipping included',
    sentence: 'You book and pay the carrier. Your price covers delivery.',
  },
  buyer_pays: {
    title: 'Freight quoted by seller',
    sentence:
      'You quote the freight on each offer, and the buyer pays it at checkout. Buy Now is off for these offers.',
  },
  pickup: {
    title: 'Pickup',
    sentence: 'The buyer collects the order from your location.',
  },
  buyer_carrier: {
    title: "Buyer's carrier",
    sentence: 'The buyer books and pays a carrier, who collects from your location.',
  },
};
