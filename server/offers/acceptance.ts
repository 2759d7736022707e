import type { OfferRow } from '../../db/tables';
import type { Transaction, Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import { caseFault } from '../contract/case-packs';
import { Conflict, HttpError, Invalid, Unprocessable } from '../http/errors';
import { type Agreement, createOrder, publishOrder } from '../orders/order';
import { OutOfStock } from '../products/stock';
import type { Services } from '../services';
import { belowMinimumOrder, missingToMinimum } from './cart/rules';
import {
  byParty,
  lockPurchase,
  nextState,
  poNumberChange,
  publishMove,
  requireCurrent,
  requirePayableTotal,
  totalOf,
  writeMove,
} from './offer';
import type { ActingParty } from './policy';
import { type Line, linesOf } from './queries';
import { reduceToStock } from './reduction';
import type { Side } from './rules';
import { agreeOnShipping, type ShippingBasis, shippingBasisOf } from './shipping/shipping';
import { ApprovalNeeded, type ApprovedPurchase, checkLimits } from './spending-limits';

const TOO_MANY_UNPAID: Record<Side, string> = {
  buyer: 'Please pay your open orders first.',
  seller: 'This buyer has too many unpaid orders.',
};
const PRICES_CHANGED = 'Prices in your cart changed. Review them and try again.';

interface Acceptance {
  readonly offerId: number;
  readonly viewer: ActingParty;
  readonly version: number | undefined;
  readonly addressId?: number | undefined;
  readonly config: Pick<Config, 'feeBps' | 'maxUnpaidOrders' | 'offerExpiryDays'>;
  readonly note?: string | null | undefined;
  /** A buyer's; undefined leaves the offer's, null clears it. */
  readonly buyerPoNumber?: string | null | undefined;
  readonly approved?: ApprovedPurchase | undefined;
}

const MAX_ATTEMPTS = 5;

function refusalOf(error: unknown) {
  if (error instanceof ApprovalNeeded) return 'approval';
  if (!(error instanceof HttpError)) return 'error';
  if ('cancelled' in error.body) return 'stock';
  return error.status === 422 ? 'invalid' : 'conflict';
}

/**
 * Throws Conflict out of turn and 422 `{cancelled, …}` when stock falls short; the reduced offer is committed then.
 * Throws ApprovalNeeded above the member's limits.
 */
export async function accept(
  { transaction, metrics }: Pick<Services, 'transaction' | 'metrics'>,
  acceptance: Acceptance,
  act = acceptInTransaction,
) {
  try {
    return await acceptInStock(transaction, acceptance, act);
  } catch (error) {
    metrics.acceptRefused.inc({ reason: refusalOf(error) });
    throw error;
  }
}

async function acceptInStock(
  transaction: Transaction,
  acceptance: Acceptance,
  act: typeof acceptInTransaction,
) {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    try {
      return await transaction((tx) => act(tx, acceptance));
    } catch (error) {
      if (!(error instanceof OutOfStock)) throw error;
    }
    const shortage = await transaction((tx) => reduceToStock(tx, acceptance));
    if (shortage) throw Unprocessable({ ...shortage });
    // Units were returned between the two transactions: retry.
  }
  throw Conflict('Stock changed while we processed this. Try again.');
}

/** Accepts in the caller's transaction, which must be rolled back on OutOfStock: nothing is reduced to the stock. */
export async function acceptInTransaction(tx: Tx, acceptance: Acceptance) {
  const { offerId, viewer, version, config } = acceptance;
  const { offer, unpaidOrders, lines, basis } = await lockAndRead(tx, acceptance);
  // Idempotent: returns the existing order before turn or version is checked.
  if (offer.state === 'accepted') return { offer, orderId: await orderOf(tx, offerId), lines, basis };
  requireCurrent(offer, version);
  const to = nextState(offer, 'accept', viewer.kind);
  requireBuyable(offer, lines);
  if (offer.state === 'draft') {
    requireFullCases(lines);
    requireMinimumOrder(lines, basis);
  }
  const shipping = await agreeOnShipping(tx, offer, basis, acceptance);
  requirePayableTotal(lines, shipping.agreed.freight_cents);
  if (unpaidOrders >= config.maxUnpaidOrders) throw Conflict(TOO_MANY_UNPAID[viewer.kind], 'too_many_unpaid');
  const { addressId, note, approved } = acceptance;
  const chosen = { ...shipping.changes, ...poNumberChange(viewer, acceptance.buyerPoNumber) };
  const purchase = { act: 'accept', offer, changes: chosen, lines, addressId, note } as const;
  const committed = await checkLimits(tx, viewer, purchase, approved);
  const changes = { state: to, expires_at: null, ...chosen, ...committed };
  const accepted = await writeOrder(tx, offer, { acceptance, lines, changes, shipping: shipping.agreed });
  return { ...accepted, basis };
}

/** Pipelined, executed in this order: the reads see what the locks protect. */
async function lockAndRead(tx: Tx, { offerId, viewer }: Acceptance) {
  const [locked, lines, basis] = await Promise.all([
    lockPurchase(tx, offerId, viewer),
    linesOf(tx, [offerId]),
    shippingBasisOf(tx, offerId),
  ]);
  return { ...locked, lines, basis };
}

interface Accepted {
  readonly acceptance: Acceptance;
  readonly lines: readonly Line[];
  readonly changes: Partial<OfferRow>;
  readonly shipping: Agreement['shipping'];
}

async function writeOrder(tx: Tx, offer: OfferRow, { acceptance, lines, changes, shipping }: Accepted) {
  const { viewer, config, note, approved } = acceptance;
  const by = byParty(viewer);
  const { committed_by: committedBy, buyer_po_number: buyerPoNumber } = { ...offer, ...changes };
  const agreed = lines.map((line) => ({ ...line, image: line.photo_1 }));
  const move = { event: 'accept', changes, lines, by, note, requestedBy: approved?.requestedBy } as const;
  const isNegotiated = offer.state !== 'draft';
  const agreement = { feeBps: config.feeBps, shipping, committedBy, buyerPoNumber, isNegotiated };
  // Pipelined, executed in this order. Followers begin once both are written: no statement may come after a rollback.
  const [moved, made] = await Promise.all([
    writeMove(tx, offer, move),
    createOrder(tx, offer, agreed, agreement, by),
  ]);
  await Promise.all([publishMove(tx, moved), publishOrder(tx, made)]);
  const after = lines.map((line) => ({ ...line, units: made.unitsLeft.get(line.product_id) ?? line.units }));
  return { offer: moved.moved, orderId: made.order.id, lines: after };
}

const orderOf = async (tx: Tx, offerId: number) =>
  (await tx('purchase_orders').where({ offer_id: offerId }).first('id'))?.id ?? null;

/** Throws Conflict, OutOfStock or 422 unless these lines can become an order; createOrder checks their units. */
function requireBuyable(offer: OfferRow, lines: readonly Line[]) {
  // Unlisted lines are reported as out of stock.
  const isRepriced = lines.some((line) => line.listed && line.unit_price_cents !== line.asking_price_cents);
  if (offer.state === 'draft' && (isRepriced || lines.length === 0)) throw Conflict(PRICES_CHANGED);
  const unlisted = lines.filter(({ listed }) => !listed);
  if (unlisted.length > 0) throw new OutOfStock(unlisted.map((line) => line.product_id));
}

/** Throws 422 where the goods, without freight, are below the seller's minimum order (docs/rules.md#minimum-order). */
export function requireMinimumOrder(
  lines: readonly Line[],
  { seller_name, min_order_cents }: Pick<ShippingBasis, 'seller_name' | 'min_order_cents'>,
) {
  if (min_order_cents === null) return;
  const missing = missingToMinimum(totalOf(lines), min_order_cents);
  if (missing > 0) throw Invalid(belowMinimumOrder(seller_name, min_order_cents, missing));
}

/** Throws 422 for units outside full cases. More than the stock passes: the acceptance cuts it. */
function requireFullCases(lines: readonly Line[]) {
  for (const line of lines) {
    if (!line.listed || line.units === null || line.quantity > line.units) continue;
    const fault = caseFault(line.quantity, line);
    if (fault) throw Invalid(fault, { quantity: [fault] });
  }
}
