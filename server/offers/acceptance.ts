import { sqlList, statement } from '../../db/sql';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { DAY_MS } from '../contract/durations';
import { Conflict, NotFound, Unprocessable } from '../http/errors';
import { createOrder } from '../orders/order';
import { unpaidStatuses } from '../orders/state-contract';
import { OutOfStock, takeStock } from '../products/stock';
import type { Services } from '../services';
import type { AcceptFailure } from './contract';
import {
  byParty,
  deleteOffer,
  linesIn,
  lockOffer,
  lockParties,
  nextState,
  recordMove,
  requireCurrent,
  requirePayableTotal,
  SYSTEM,
  update,
  writeHistory,
} from './offer';
import { requireFullCases, requireMinimumOrder } from './ordering/minimum';
import type { Party } from './policy';
import { type Line, linesOf } from './queries';
import { type ShippingContext, shippingContextsOf } from './shipping/queries';
import { acceptedFreight, shippingToBuy, shippingUnderReview } from './shipping/shipping';
import type { Side } from './state-contract';

interface Terms {
  readonly feeBps: number;
  readonly maxUnpaidOrders: number;
  readonly offerExpiryDays: number;
}

const TOO_MANY_UNPAID: Record<Side, string> = {
  buyer: 'Please pay your open orders first.',
  seller: 'This buyer has too many unpaid orders.',
};
const PRICES_CHANGED = 'Prices in your cart changed. Review them and try again.';

const unpaidOrders = statement(
  'unpaid orders',
  `select from purchase_orders
    where buyer_id = (select buyer_id from offers where id = $1)
      and status in ${sqlList(unpaidStatuses)}
    limit $2`,
);

/** Ignores unlisted lines; taking the stock reports them. */
const matchesAskingPrices = (lines: readonly Line[]) =>
  lines.length > 0 &&
  lines.every((line) => line.unit_price_cents === line.asking_price_cents || !line.listed);

const existingOrder = (tx: Tx, offer: OfferRow) =>
  tx('purchase_orders').where({ offer_id: offer.id }).first('id');

interface Acceptance {
  readonly offerId: number;
  readonly viewer: Party;
  readonly version: number | undefined;
  /** The ship-to address that the buyer names. */
  readonly addressId?: number | undefined;
  readonly terms: Terms;
  readonly note?: string | null | undefined;
}

/** What the order ships by: the columns of the offer, and the origin. Throws 409 and 422 (docs/rules.md#shipping). */
async function agreeOnShipping(
  tx: Tx,
  offer: OfferRow,
  context: ShippingContext,
  { viewer, addressId }: Acceptance,
) {
  const buyer = viewer.kind === 'buyer' ? viewer : null;
  const chosen =
    buyer && offer.state === 'draft'
      ? await shippingToBuy(tx, offer, { context, viewer: buyer, addressId })
      : await shippingUnderReview(tx, offer, { context, viewer: buyer, addressId });
  const freight = acceptedFreight(offer, { terms: chosen.shipping_terms, by: viewer.kind });
  const { ship_to, carrier_instructions } = { ...offer, ...chosen };
  return {
    changes: { ...chosen, agreed_freight_cents: offer.freight_cents },
    agreed: {
      ship_to,
      ship_from: context.location,
      shipping_terms: chosen.shipping_terms,
      freight_cents: freight,
      carrier_instructions,
    },
  };
}

/** Accepts in the caller's transaction, which must be rolled back on OutOfStock: nothing is reduced to the stock. */
export async function acceptInTransaction(tx: Tx, acceptance: Acceptance) {
  const { offerId, viewer, version, terms, note } = acceptance;
  // Pipelined, executed in this order: the reads see what the locks protect.
  const [, offer, lines, open, [context]] = await Promise.all([
    lockParties(tx, offerId, viewer),
    lockOffer(tx, offerId),
    linesOf(tx, [offerId]),
    unpaidOrders(tx, [offerId, terms.maxUnpaidOrders]),
    shippingContextsOf(tx, [offerId]),
  ]);
  if (!context) throw NotFound();
  // Idempotent: returns the existing order before turn or version is checked.
  if (offer.state === 'accepted') return existingOrder(tx, offer);
  requireCurrent(offer, version);
  const to = nextState(offer, 'accept', viewer.kind);
  requireBuyable(offer, lines);
  if (offer.state === 'draft') requireOrderable(lines, context);
  const shipping = await agreeOnShipping(tx, offer, context, acceptance);
  requirePayableTotal(lines, shipping.agreed.freight_cents);
  if (open.length >= terms.maxUnpaidOrders) throw Conflict(TOO_MANY_UNPAID[viewer.kind]);
  const by = byParty(viewer);
  const agreed = lines.map((line) => ({ ...line, unit_price: line.unit_price_cents, image: line.photo_1 }));
  const [, order] = await Promise.all([
    recordMove(tx, offer, {
      event: 'accept',
      changes: { state: to, expires_at: null, ...shipping.changes },
      lines,
      by,
      note,
    }),
    createOrder(tx, offer, agreed, { feeBps: terms.feeBps, shipping: shipping.agreed }, by),
  ]);
  // Last: popular products stay locked for one round trip only.
  await takeStock(tx, lines, order.id, viewer.id);
  return order;
}

/** Throws Conflict, OutOfStock or 422 unless these lines can become an order; takeStock checks their units. */
function requireBuyable(offer: OfferRow, lines: readonly Line[]) {
  if (offer.state === 'draft' && !matchesAskingPrices(lines)) throw Conflict(PRICES_CHANGED);
  if (lines.some((line) => !line.listed))
    throw new OutOfStock(lines.filter(({ listed }) => !listed).map((line) => line.product_id));
}

/** Throws 422 for a draft below the seller's minimum order or outside full cases. */
function requireOrderable(lines: readonly Line[], context: ShippingContext) {
  requireFullCases(lines);
  requireMinimumOrder(lines, context);
}

interface ShortLine {
  line: Line;
  available: bigint;
}

const shortOf = (line: Line): ShortLine[] => {
  const available = line.listed ? (line.units ?? 0n) : 0n;
  return available < line.quantity ? [{ line, available }] : [];
};

const failure = (cancelled: boolean, short: readonly ShortLine[]): AcceptFailure => ({
  cancelled,
  cancelled_products: short.map(({ line, available }) => ({
    id: line.product_id,
    name: line.name,
    old_units: line.quantity,
    new_units: available,
  })),
});

/**
 * Reduces the offer to the stock and hands it to the buyer. Without any stock, rejects it or deletes the draft.
 * Returns null when the stock suffices after all. The caller commits although the acceptance failed.
 */
async function reduceToStock(tx: Tx, acceptance: Acceptance): Promise<AcceptFailure | null> {
  const { offerId, viewer, version } = acceptance;
  const offer = await lockOffer(tx, offerId, version);
  nextState(offer, 'accept', viewer.kind);
  const lines = await linesIn(tx, offer);
  const short = lines.flatMap(shortOf);
  if (short.length === 0) return null;
  const isSoldOut = short.length === lines.length && short.every(({ available }) => available === 0n);
  if (isSoldOut && offer.state === 'draft') await deleteOffer(tx, offer, 'cut');
  else if (isSoldOut) await rejectSoldOut(tx, offer, lines, viewer);
  else await saveReduced(tx, offer, short, acceptance);
  return failure(isSoldOut, short);
}

async function rejectSoldOut(tx: Tx, offer: OfferRow, lines: readonly Line[], viewer: Party) {
  const rejected = await update(tx, offer, { state: 'rejected', expires_at: null });
  const { state: to } = rejected;
  await writeHistory(tx, { offerId: offer.id, event: 'cancel', from: offer.state, to, lines, by: SYSTEM });
  await tx.events.offerMoved(rejected, { event: 'sold_out', lines, by: byParty(viewer) });
  await tx.events.offerChanged(rejected, 'cut');
}

async function saveReduced(
  tx: Tx,
  offer: OfferRow,
  short: readonly ShortLine[],
  { viewer, terms }: Acceptance,
) {
  const soldOut = short.filter(({ available }) => available === 0n).map(({ line }) => line.id);
  await tx('offer_products').whereIn('id', soldOut).delete();
  for (const { line, available } of short) {
    if (available > 0n) await tx('offer_products').where({ id: line.id }).update({ quantity: available });
  }
  const expires = new Date(Date.now() + terms.offerExpiryDays * DAY_MS);
  const changes: Partial<OfferRow> =
    offer.state === 'draft'
      ? { state: 'draft', expires_at: null }
      : { state: 'buyer_review', expires_at: expires };
  const lines = await linesIn(tx, offer);
  const reduced = await recordMove(tx, offer, { event: 'cut', changes, lines, by: SYSTEM });
  // A buyer who accepted saw it.
  if (viewer.kind === 'seller')
    await tx.events.offerMoved(reduced, { event: 'reduced', lines, by: byParty(viewer) });
}

const MAX_ATTEMPTS = 5;

/**
 * Accepts and creates the order in one transaction. Throws Conflict out of turn and 422
 * `{cancelled, cancelled_products}` when stock falls short; the reduced offer is committed then.
 */
export async function accept({ transaction }: Pick<Services, 'transaction'>, acceptance: Acceptance) {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    try {
      return await transaction((tx) => acceptInTransaction(tx, acceptance));
    } catch (error) {
      if (!(error instanceof OutOfStock)) throw error;
    }
    const shortage = await transaction((tx) => reduceToStock(tx, acceptance));
    if (shortage) throw Unprocessable({ ...shortage });
    // Units were returned between the two transactions: retry.
  }
  throw Conflict('Stock changed while we processed this. Try again.');
}
