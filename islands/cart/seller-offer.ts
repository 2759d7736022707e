import type { Cents } from '../../server/contract/money';
import { withPeriod } from '../../server/contract/with-period';
import type { OfferProduct } from '../../server/offers/contract';
import { SEND_FOR_QUOTE } from '../../server/offers/shipping/rules';
import {
  type Draft,
  isInError,
  type LineState,
  lineState,
  sumOf,
  totalAt,
  totalFault,
} from '../offers/cart-line';
import type { CartItem, CartRow } from './cart-rows';
import { shippingFault } from './ship-to';
import type { Drafts } from './use-drafts';
import type { ShippingChoice } from './use-shipping-choice';

export interface OfferLine {
  row: CartRow;
  draft: Draft;
  state: LineState;
}

export interface SellerOfferState {
  offer: CartItem['offer'] | undefined;
  lines: readonly OfferLine[];
  /** Without lines that left. */
  present: readonly OfferLine[];
  typed: readonly OfferLine[];
  faulty: readonly OfferProduct[];
  total: Cents | null;
  /** The same units at the asking prices. */
  askingTotal: Cents | null;
  /** Why an offer with this total cannot be sent; null while a line is in error. */
  fault: string | null;
  hasConflict: boolean;
  isChanged: boolean;
  isBuyable: boolean;
  /** At the asking prices, but the seller quotes the freight first. */
  awaitsQuote: boolean;
}

export function sellerOfferState(
  rows: readonly CartRow[],
  drafts: Drafts,
  choice: Pick<ShippingChoice, 'terms' | 'instructions' | 'isChanged'>,
): SellerOfferState {
  const lines = rows.map((row) => {
    const draft = drafts.of(row.item.line);
    return { row, draft, state: lineState(row.item.line, draft) };
  });
  const present = lines.filter(({ row }) => !row.hasLeft);
  const total = sumOf(present.map(({ state }) => state.total));
  const offer = (present[0] ?? lines[0])?.row.item.offer;
  const isQuoted = choice.terms === 'buyer_pays';
  const isAtAsking = present.length > 0 && present.every(({ state }) => state.buyable);
  const faulty = present.filter(({ state }) => isInError(state)).map(({ row }) => row.item.line);
  return {
    offer,
    lines,
    present,
    typed: lines.filter(({ row, state }) => drafts.has(row.key) && (state.changed || row.hasLeft)),
    faulty,
    total,
    askingTotal: sumOf(present.map(askingTotalOf)),
    fault:
      faulty.length > 0 ? null : (totalFault(total) ?? minimumFault(offer, total) ?? faultOf(offer, choice)),
    hasConflict: lines.some(({ row }) => drafts.conflicts(row.item.line, row.hasLeft)),
    isChanged: choice.isChanged || present.some(({ state }) => state.changed),
    isBuyable: isAtAsking && !isQuoted,
    awaitsQuote: isAtAsking && isQuoted,
  };
}

const faultOf = (
  offer: CartItem['offer'] | undefined,
  { terms, instructions }: Pick<ShippingChoice, 'terms' | 'instructions'>,
) => (offer ? shippingFault({ ...offer.attributes.shipping, terms }, instructions) : null);

function minimumFault(offer: CartItem['offer'] | undefined, total: Cents | null): string | null {
  const { min_order_cents: minimum = null, seller_name = '' } = offer?.attributes ?? {};
  if (minimum === null || total === null || total >= minimum) return null;
  return `Below the minimum order of ${withPeriod(seller_name)}`;
}

const askingTotalOf = ({ row, state: { quantity } }: OfferLine) =>
  totalAt(row.item.line.attributes.product.seller_price_cents, quantity);

/** The sentence under the total: why the offer cannot be sent, or what its button does. */
export function explain(
  { faulty, fault, isBuyable, awaitsQuote }: SellerOfferState,
  { isUnsure, hidden }: { isUnsure: boolean; hidden: number },
): string {
  return (
    (faulty.length > 0 && 'Fix the highlighted products first.') ||
    (isUnsure && 'Choose which cart values to keep first.') ||
    (hidden > 0 && 'Show the new products first.') ||
    fault ||
    (awaitsQuote && SEND_FOR_QUOTE) ||
    (isBuyable
      ? 'At asking price: buy now and pay.'
      : 'Below asking: the seller can accept, counter or reject.')
  );
}
