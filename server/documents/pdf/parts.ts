import { isCollected, type ShippingTerms } from '../../contract/shipping-terms';
import type { AnyContent } from './content';
import type { DocumentPage, Fact, PartyBlock } from './page';
import { partyBlock } from './places';

export type Kind<Content extends AnyContent> = (content: Content) => DocumentPage;

export const termLabels: Record<ShippingTerms, string> = {
  seller_pays: 'Shipping included',
  buyer_pays: 'Freight quoted by seller',
  buyer_carrier: "Buyer's carrier",
  pickup: 'Pickup',
};

export const facts = (...entries: readonly (readonly [label: string, value: string | null])[]): Fact[] =>
  entries.flatMap(([label, value]) => (value ? [{ label, value }] : []));

export const productDetail = ({ upc, sku }: { upc: string; sku: string | null }) =>
  [upc && `UPC ${upc}`, sku && `SKU ${sku}`].filter(Boolean).join(' · ');

/** Where the goods change hands. `unknown` stands in place of an address that is still missing. */
export function handover(content: AnyContent, unknown: string): PartyBlock {
  const { terms, seller, buyer, ship_from, ship_to } = content;
  if (isCollected(terms))
    return partyBlock(terms === 'pickup' ? 'Pick up at' : 'Collect from', seller, ship_from, unknown);
  return partyBlock('Ship to', ship_to?.company ?? buyer, ship_to, unknown);
}

export const contactLine = ({ brand, contact }: AnyContent) => `Questions? Write to ${brand} at ${contact}.`;
