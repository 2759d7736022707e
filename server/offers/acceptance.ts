import type { Knex } from 'knex';
import { statement } from '../../db/prepared-statement';
import { sqlList } from '../../db/sql-list';
import type { OfferRow } from '../../db/tables';
import { type Tx, transaction } from '../../db/transaction';
import { Conflict, Unprocessable } from '../http/errors';
import { createOrder } from '../orders/order';
import { unpaidStatuses } from '../orders/state-contract';
import { OutOfStock, takeStock } from '../products/stock';
import { deleteDraft } from './cart-offer';
import { offerChanged } from './channel';
import { type AcceptFailure, OFFER_CHANGED } from './contract';
import { SYSTEM, writeHistory } from './history';
import { byParty, linesIn, lockOffer, lockParties, requirePayableTotal, update } from './offer';
import { nextState, type Party } from './policy';
import { type Line, linesOf } from './queries';
import type { Side } from './state-contract';

interface Terms {
  readonly feeBps: number;
  readonly maxUnpaidOrders: number;
  readonly offerExpiryDays: number;
}

/** The refusal of one more unpaid order, for the side that accepts. */
const TOO_MANY_UNPAID: Record<Side, string> = {
  buyer: 'Please pay your open orders first.',
  seller: 'This buyer has too many unpaid orders.',
};
const CHANGED = 'The prices in your cart have changed. Please look at them again.';

const unpaid = statement(
  'unpaid orders',
  `select from purchase_orders
    where buyer_id = (select buyer_id from offers where id = $1)
      and status in ${sqlList(unpaidStatuses)}
    limit $2`,
);

/** A draft at other than the asking prices is an offer to send, not one to buy. Stock is looked at when it is taken. */
const matchesAskingPrices = (lines: readonly Line[]) =>
  lines.length > 0 &&
  lines.every((line) => line.unit_price_cents === line.asking_price_cents || !line.listed);

const existingOrder = (tx: Tx, offer: OfferRow) =>
  tx('purchase_orders').where({ offer_id: offer.id }).first('id');

async function attempt(tx: Tx, offerId: number, viewer: Party, version: number | undefined, terms: Terms) {
  // Asked at once and answered in this order: whatever is read, is read under the locks.
  const [, offer, lines, open] = await Promise.all([
    lockParties(tx, offerId, viewer),
    lockOffer(tx, offerId),
    linesOf(tx, [offerId]),
    unpaid(tx, [offerId, terms.maxUnpaidOrders]),
  ]);
  // Accepting again answers the same order, before any look at turn or version.
  if (offer.state === 'accepted') return existingOrder(tx, offer);
  if (version !== undefined && version < offer.version) throw Conflict(OFFER_CHANGED);
  const to = nextState(offer, 'accept', viewer.kind);
  if (offer.state === 'draft' && !matchesAskingPrices(lines)) throw Conflict(CHANGED);
  if (lines.some((line) => !line.listed))
    throw new OutOfStock(lines.filter(({ listed }) => !listed).map((line) => line.product_id));
  requirePayableTotal(lines);
  if (open.length >= terms.maxUnpaidOrders) throw Conflict(TOO_MANY_UNPAID[viewer.kind]);
  const agreed = lines.map((line) => ({ ...line, unit_price: line.unit_price_cents, image: line.photo_1 }));
  const [accepted, , order] = await Promise.all([
    update(tx, offer, { state: to, expires_at: null }),
    writeHistory(tx, {
      offerId: offer.id,
      event: 'accept',
      from: offer.state,
      to,
      lines,
      by: byParty(viewer),
    }),
    createOrder(tx, offer, agreed, terms.feeBps, byParty(viewer)),
  ]);
  await offerChanged(tx, accepted, 'accept');
  // Last, so that the hot rows are held for one round trip.
  await takeStock(tx, lines, order.id, viewer.id);
  return order;
}

interface Short {
  line: Line;
  left: bigint;
}

const shortOf = (line: Line): Short[] => {
  const left = line.listed ? (line.units ?? 0n) : 0n;
  return left < line.quantity ? [{ line, left }] : [];
};

const failure = (cancelled: boolean, short: readonly Short[]): AcceptFailure => ({
  cancelled,
  cancelled_products: short.map(({ line, left }) => ({
    id: line.product_id,
    name: line.name,
    old_units: line.quantity,
    new_units: left,
  })),
});

/**
 * Reduces the offer to what is in stock and hands it to the buyer; with nothing left it ends, and a draft is deleted.
 * Committed, though the acceptance failed. null where everything is there after all.
 */
async function reduceToStock(
  tx: Tx,
  offerId: number,
  viewer: Party,
  version: number | undefined,
  terms: Terms,
): Promise<AcceptFailure | null> {
  const offer = await lockOffer(tx, offerId, version);
  nextState(offer, 'accept', viewer.kind);
  const lines = await linesIn(tx, offer);
  const short = lines.flatMap(shortOf);
  if (short.length === 0) return null;
  const allGone = short.length === lines.length && short.every(({ left }) => left === 0n);
  if (allGone && offer.state === 'draft') {
    await deleteDraft(tx, offer, 'cut');
    return failure(true, short);
  }
  if (!allGone) {
    const gone = short.filter(({ left }) => left === 0n).map(({ line }) => line.id);
    await tx('offer_products').whereIn('id', gone).delete();
    for (const { line, left } of short) {
      if (left > 0n) await tx('offer_products').where({ id: line.id }).update({ quantity: left });
    }
  }
  const state = allGone ? 'rejected' : offer.state === 'draft' ? 'draft' : 'buyer_review';
  const expires = state === 'buyer_review' ? new Date(Date.now() + terms.offerExpiryDays * 86_400_000) : null;
  const changed = await update(tx, offer, { state, expires_at: expires });
  const left = allGone ? lines : await linesIn(tx, changed);
  await writeHistory(tx, {
    offerId,
    event: allGone ? 'cancel' : 'cut',
    from: offer.state,
    to: state,
    lines: left,
    by: SYSTEM,
  });
  await offerChanged(tx, changed, 'cut');
  return failure(allGone, short);
}

const ATTEMPTS = 5;

/**
 * Accepts for this side and makes the order: offer, history, order and stock in one transaction. Throws Conflict
 * out of turn, 422 `{cancelled, cancelled_products}` where stock falls short, its cuts being committed.
 */
export async function accept(
  db: Knex,
  offerId: number,
  viewer: Party,
  version: number | undefined,
  terms: Terms,
) {
  for (let tried = 0; tried < ATTEMPTS; tried++) {
    try {
      return await transaction(db, (tx) => attempt(tx, offerId, viewer, version, terms));
    } catch (error) {
      if (!(error instanceof OutOfStock)) throw error;
    }
    const fell = await transaction(db, (tx) => reduceToStock(tx, offerId, viewer, version, terms));
    if (fell) throw Unprocessable({ ...fell });
    // Units came back between the two: once more.
  }
  throw Conflict('The stock is changing right now. Please try again.');
}
