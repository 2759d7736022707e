/** In the order in which a draft offer takes its default. */
export const shippingTerms = ['seller_pays', 'buyer_pays', 'pickup', 'buyer_carrier'] as const;
export type ShippingTerms = (typeof shippingTerms)[number];

/** The buyer or their carrier comes to the seller's location. */
export const isCollected = (terms: ShippingTerms) => terms === 'pickup' || terms === 'buyer_carrier';

export const shippingTermsLabels: Readonly<Record<ShippingTerms, string>> = {
  seller_pays: 'Shipping included',
  buyer_pays: 'Freight quoted by seller',
  pickup: 'Pickup',
  buyer_carrier: "Buyer's carrier",
};

/** Stands for what the buyer wrote about carrier or pickup until the order is paid. */
export const carrierLabel = (terms: ShippingTerms): string | null => {
  if (terms === 'buyer_carrier') return "Buyer's own carrier (details after payment)";
  return terms === 'pickup' ? 'Pickup contact (details after payment)' : null;
};
