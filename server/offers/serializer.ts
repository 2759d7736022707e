import type { Knex } from 'knex';
import type { Person } from '../accounts/policy';
import { fromJson } from '../contract/json';
import { type Cents, lineTotal, net, sum } from '../contract/money';
import type { ThreadSummary } from '../contract/thread-message';
import { NotFound } from '../http/errors';
import { publicUrl } from '../storage/keys';
import type {
  Offer,
  OfferDocument,
  OfferHistoryEntry,
  OfferHold,
  OfferProduct,
  OfferProductDocument,
  OffersDocument,
} from './contract';
import { priceBounds } from './counter-bounds-contract';
import { missingToMinimum } from './ordering/minimum-contract';
import { sideOf } from './policy';
import {
  type HeldOffer,
  type HistoryRow,
  heldOffers,
  historyOf,
  type Line,
  linesOf,
  type OfferWithNames,
} from './queries';
import type { OfferShipping } from './shipping/contract';
import { offerShipping } from './shipping/serializer';
import { freightOf, type ShippingContext, shippingContextsOf } from './shipping/shipping';
import { inCart, type Side } from './state-contract';
import { isLineBuyable, verdicts } from './verdicts';

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
});

function lineResource(offer: OfferWithNames, line: Line, side: Side | null): OfferProduct {
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

interface Threads {
  summaryOf(offerId: number): ThreadSummary;
  /** In place of an act's note; undefined where the viewer reads the note. */
  noteOf(historyId: bigint): string | undefined;
}

/** The threads of a list of offers, as the viewer may read them. */
export type LoadThreads = (db: Knex, offerIds: readonly number[], viewer: Person) => Promise<Threads>;

export interface DocumentContext {
  readonly feeBps: number;
  readonly loadThreads: LoadThreads;
}

const historyEntry = (
  { id, at, actor, event, note, lines_json, rule_label }: HistoryRow,
  side: Side | null,
  { noteOf }: Threads,
): OfferHistoryEntry => ({
  at: at.toISOString(),
  actor,
  event,
  note: noteOf(id) ?? note,
  lines: fromJson(lines_json) as OfferHistoryEntry['lines'],
  ...(side !== 'buyer' && rule_label !== null && { by_rule: true, rule: rule_label }),
});

/** The seller does not see events from before the offer was sent. */
const visibleHistory = (history: readonly HistoryRow[], side: Side | null) =>
  side === 'seller' ? history.filter(({ to_state }) => !inCart(to_state)) : history;

interface OfferContext {
  readonly threads: Threads;
  readonly shipping: OfferShipping;
  readonly minimum: Cents | null;
  readonly hold: OfferHold | undefined;
  readonly side: Side | null;
  readonly feeBps: number;
}

function offerResource(
  offer: OfferWithNames,
  lines: readonly Line[],
  history: readonly HistoryRow[],
  { threads, shipping, minimum, hold, side, feeBps }: OfferContext,
): Offer {
  const goods = sum(lines.map((line) => lineTotal(line.unit_price_cents, line.quantity)));
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
      goods_cents: goods,
      total_cents: sum([goods, freight]),
      shipping,
      min_order_cents: minimum,
      min_order_missing_cents: missing,
      total_net_to_seller: side === 'buyer' ? null : sum([net(goods, feeBps), freight]),
      ...verdicts(offer, { lines, history, shipping, missing, side }),
      purchase_order_id: offer.purchase_order_id,
      history: visibleHistory(history, side).map((entry) => historyEntry(entry, side, threads)),
      ...threads.summaryOf(offer.id),
      ...(hold && { rule_hold: hold }),
    },
    relationships: {
      offer_products: { data: lines.map(({ id }) => ({ id: String(id), type: 'offer_product' })) },
    },
  };
}

function groupLines<Row extends { offer_id: number }>(rows: readonly Row[]) {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.offer_id);
    if (group) group.push(row);
    else groups.set(row.offer_id, [row]);
  }
  return (id: number) => groups.get(id) ?? [];
}

type Details = readonly [
  lines: readonly Line[],
  history: readonly HistoryRow[],
  contexts: readonly ShippingContext[],
  held: readonly HeldOffer[],
  threads: Threads,
];

interface DocumentReader extends DocumentContext {
  readonly viewer: Person;
}

/** Buyers never hear of rules. */
const detailsOf = (
  db: Knex,
  ids: readonly number[],
  { viewer, loadThreads }: DocumentReader,
): Promise<Details> =>
  Promise.all([
    linesOf(db, ids),
    historyOf(db, ids),
    shippingContextsOf(db, ids),
    sideOf(viewer) === 'buyer' ? [] : heldOffers(db, ids),
    loadThreads(db, ids, viewer),
  ]);

function document(
  offers: readonly OfferWithNames[],
  [lines, history, contexts, held, threads]: Details,
  { viewer, feeBps }: DocumentReader,
): OffersDocument {
  const linesFor = groupLines(lines);
  const historyFor = groupLines(history);
  const contextFor = new Map(contexts.map((context) => [context.offer_id, context]));
  const holdFor = new Map(held.map((offer) => [offer.offer_id, offer.held]));
  const side = sideOf(viewer);
  const resource = (offer: OfferWithNames) => {
    const [own, context] = [linesFor(offer.id), contextFor.get(offer.id)];
    // A cart emptied since the offers were read has deleted its offer.
    if (!context) return [];
    const shipping = offerShipping(offer, own, context, side);
    const minimum = offer.state === 'draft' ? context.min_order_cents : null;
    return offerResource(offer, own, historyFor(offer.id), {
      threads,
      shipping,
      minimum,
      hold: holdFor.get(offer.id),
      side,
      feeBps,
    });
  };
  return {
    data: offers.flatMap(resource),
    included: offers.flatMap((offer) => linesFor(offer.id).map((line) => lineResource(offer, line, side))),
  };
}

export async function offersDocument(
  db: Knex,
  offers: readonly OfferWithNames[],
  viewer: Person,
  context: DocumentContext,
): Promise<OffersDocument> {
  const reader = { ...context, viewer };
  const ids = offers.map(({ id }) => id);
  return document(offers, await detailsOf(db, ids, reader), reader);
}

/**
 * `found` may still be pending: its lines and history are read meanwhile.
 * @throws NotFound when the offer was deleted since it was found.
 */
export async function offerDocument(
  db: Knex,
  id: number,
  found: OfferWithNames | Promise<OfferWithNames>,
  viewer: Person,
  context: DocumentContext,
): Promise<OfferDocument> {
  const reader = { ...context, viewer };
  const [offer, details] = await Promise.all([found, detailsOf(db, [id], reader)]);
  const { data, included } = document([offer], details, reader);
  const [resource] = data;
  if (!resource) throw NotFound();
  return { data: resource, included };
}

export async function offerProductDocument(
  db: Knex,
  offer: OfferWithNames,
  lineId: number,
  viewer: Person,
  context: DocumentContext,
): Promise<OfferProductDocument> {
  const { data, included } = await offerDocument(db, offer.id, offer, viewer, context);
  const line = included.find(({ id }) => id === String(lineId));
  if (!line) throw NotFound();
  return { data: line, included: [data] };
}
