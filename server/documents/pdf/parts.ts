import { cents, dollars } from '../../contract/money';
import { isCollected, type ShippingTerms } from '../../contract/shipping-terms';
import { UTC } from '../../contract/time/zones';
import type { AnyContent, CreditMemoContent, Place } from './content';
import type { DocumentPage, Fact, PartyBlock } from './page';

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

const COUNTRIES: Readonly<Record<string, string>> = { US: 'United States', CA: 'Canada' };

const cityLine = ({ city, region, postal_code }: Place) =>
  [`${city}, ${region}`, postal_code].filter(Boolean).join(' ');

/** The lines of an envelope; of a part of an address, those that it has. */
const addressLines = (place: Place, name: string): string[] =>
  [
    place.company && place.company !== name ? place.company : null,
    place.attention && `Attn: ${place.attention}`,
    place.line1,
    place.line2,
    cityLine(place),
    COUNTRIES[place.country] ?? place.country,
    place.phone,
  ].filter((line): line is string => Boolean(line));

export const partyBlock = (
  heading: string,
  name: string,
  place: Place | null,
  otherwise?: string,
): PartyBlock => ({
  heading,
  name,
  lines: place ? addressLines(place, name) : otherwise ? [otherwise] : [],
});

/** Where the goods change hands. `unknown` stands in place of an address that is still missing. */
export function handover(content: AnyContent, unknown: string): PartyBlock {
  const { terms, seller, buyer, ship_from, ship_to } = content;
  if (isCollected(terms))
    return partyBlock(terms === 'pickup' ? 'Pick up at' : 'Collect from', seller, ship_from, unknown);
  return partyBlock('Ship to', ship_to?.company ?? buyer, ship_to, unknown);
}

export const contactLine = ({ brand, contact, brand_address }: AnyContent) =>
  [`Questions? Write to ${brand} at ${contact}.`, brand_address && `${brand}, ${brand_address}`]
    .filter(Boolean)
    .join(' ');

type Billed = Exclude<AnyContent, { kind: 'packing_slip' }>;

/** Version 1 left the place to the block that says where to collect. */
export const sellerBlock = ({ seller, terms, ship_from, tax }: Billed) =>
  partyBlock('Seller', seller, isCollected(terms) && !tax ? null : ship_from);

export const taxLine = ({ tax }: Billed): Fact[] =>
  tax ? [{ label: 'Tax: not collected', value: dollars(cents(0)) }] : [];

type Dated = Pick<AnyContent, 'zone'>;

const dayIn = (iso: string, zone: string) =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: zone,
  }).format(new Date(iso));

/** 'Nov 24, 2026' in the zone of the buyer, else 'Nov 24, 2026 (UTC)'. */
export const printDay = (iso: string, { zone }: Dated) =>
  zone === UTC ? `${dayIn(iso, UTC)} (UTC)` : dayIn(iso, zone ?? UTC);

/** 'Nov 24, 2026, 3:00 PM EST' */
export function printTime(iso: string, { zone = UTC }: Dated) {
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });
  return `${dayIn(iso, zone)}, ${time.format(new Date(iso)).replace(/\u202f/g, ' ')}`;
}

/** What the lines cost, without freight. Earlier versions called it goods. */
export const subtotal = ({ goods_cents, zone }: Dated & Pick<CreditMemoContent, 'goods_cents'>): Fact => ({
  label: zone === undefined ? 'Goods' : 'Subtotal',
  value: dollars(goods_cents),
});
