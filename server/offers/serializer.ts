import type { Knex } from 'knex';
import { authorFor } from '../accounts/author';
import type { Person } from '../accounts/policy';
import { net } from '../contract/fee';
import { fromJson } from '../contract/json';
import { type Cents, lineTotal, sum } from '../contract/money';
import { NO_MESSAGES, type ThreadSummary } from '../contract/thread-message';
import { publicUrl } from '../storage/keys';
import { missingToMinimum } from './cart/rules';
import type { Offer, OfferHistoryEntry, OfferHold, OfferProduct, OfferShipping } from './contract';
import { totalOf } from './offer';
import { approvalVerdicts, isLineBuyable, verdicts } from './policy';
import type { HistoryRow, Line, OfferWithNames } from './queries';
import { inCart, priceBounds, type Side } from './rules';
import { freightOf } from './shipping/shipping';

const productOf = (line: Line) => ({
  id: line.product_id,
  seller_id: line.product_seller_id,
  name: line.name,
  upc: line.upc,
  units: line.units,
  min_order_units: line.min_order_units,
  order_multiple: line.order_multiple,
  seller_price_cents: line.asking_price_cents,
  msrp_cents: line.msrp_cents,
  outer_quantity: line.outer_quantity,
  listed: line.listed,
  paused: line.paused,
});

export function lineResource(offer: OfferWithNames, line: Line, side: Side | null): OfferProduct {
  const bounds = priceBounds(offer.state, line, side);
  return {
    id: String(line.id),
    type: 'offer_product',
    attributes: {
      product: productOf(line),
      images: line.photo_1 === null ? [] : [publicUrl(line.photo_1, 400)],
      quantity: line.quantity,
      unit_price: line.unit_price_cents,
      total_price: lineTotal(line.unit_price_cents, line.quantity),
      buyable: isLineBuyable(line),
      seller_offer_price: line.seller_price_cents,
      buyer_offer_price: line.buyer_price_cents,
      min_price: bounds?.min ?? null,
      max_price: bounds?.max ?? null,
    },
    relationships: {},
  };
}

export interface Threads {
  summaryOf(offerId: number): ThreadSummary;
  /** In place of an act's note; undefined where the viewer reads the note. */
  noteOf(historyId: bigint): string | undefined;
}

export const NO_THREADS: Threads = { summaryOf: () => NO_MESSAGES, noteOf: () => undefined };

export type LoadThreads = (
  db: Knex,
  offerIds: readonly number[],
  viewer: Person,
  onSent?: () => void,
) => Promise<Threads>;

const historyEntry = (entry: HistoryRow, side: Side | null, { noteOf }: Threads): OfferHistoryEntry => {
  const { id, at, actor, event, note, lines_json, freight_cents, rule_label } = entry;
  const author = authorFor(side, entry);
  return {
    at: at.toISOString(),
    actor,
    event,
    note: noteOf(id) ?? note,
    lines: fromJson(lines_json) as OfferHistoryEntry['lines'],
    ...(freight_cents !== null && freight_cents > 0 && { freight_cents }),
    ...(side !== 'buyer' && rule_label !== null && { by_rule: true, rule: rule_label }),
    ...author,
    ...(author.by && entry.requested_by && { requested_by: entry.requested_by }),
  };
};

/** The seller does not see events from before the offer was sent. */
const visibleHistory = (history: readonly HistoryRow[], side: Side | null) =>
  side === 'seller' ? history.filter(({ to_state }) => !inCart(to_state)) : history;

interface OfferContext {
  readonly threads: Threads;
  readonly shipping: OfferShipping;
  readonly minimum: Cents | null;
  readonly hold: OfferHold | undefined;
  readonly side: Side | null;
  readonly acts: boolean;
  readonly viewer: Person;
  readonly feeBps: number;
}

/** None once an act has changed the offer that it was read with. */
function openApproval({ approval, version }: OfferWithNames, viewer: Person) {
  if (approval?.version !== version) return null;
  const { version: _, ...shown } = approval;
  return { approval: { ...shown, ...approvalVerdicts(shown, viewer) } };
}

export function offerResource(
  offer: OfferWithNames,
  lines: readonly Line[],
  history: readonly HistoryRow[],
  { threads, shipping, minimum, hold, side, acts, viewer, feeBps }: OfferContext,
): Offer {
  const goods = totalOf(lines);
  const freight = freightOf(offer);
  const missing = minimum === null ? null : missingToMinimum(goods, minimum);
  return {
    id: String(offer.id),
    type: 'offer',
    attributes: {
      id: offer.id,
      offer_number: offer.offer_number,
      created_at: offer.created_at.toISOString(),
      updated_at: offer.updated_at.toISOString(),
      expires_at: offer.expires_at?.toISOString() ?? null,
      state: offer.state,
      version: offer.version,
      buyer_id: offer.buyer_id,
      seller_id: offer.seller_id,
      seller_user_id: offer.seller_user_id,
      buyer_name: offer.buyer_name,
      seller_name: offer.seller_name,
      buyer_po_number: offer.buyer_po_number,
      goods_cents: goods,
      total_cents: sum([goods, freight]),
      shipping,
      min_order_cents: minimum,
      min_order_missing_cents: missing,
      total_net_to_seller: side === 'buyer' ? null : sum([net(goods, feeBps), freight]),
      ...verdicts(offer, { lines, history, shipping, missing, side, acts }),
      purchase_order_id: offer.purchase_order_id,
      history: visibleHistory(history, side).map((entry) => historyEntry(entry, side, threads)),
      ...threads.summaryOf(offer.id),
      ...(hold && { rule_hold: hold }),
      ...(side === 'buyer' && openApproval(offer, viewer)),
    },
    relationships: {
      offer_products: { data: lines.map(({ id }) => ({ id: String(id), type: 'offer_product' })) },
    },
  };
}
