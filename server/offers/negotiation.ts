import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { offerContacts } from '../accounts/trade-contacts';
import type { Config } from '../config/config';
import type { Cents } from '../contract/money';
import { Invalid } from '../http/errors';
import type { Services } from '../services';
import {
  byParty,
  expiryAfter,
  linesIn,
  lockBuyerOfOffer,
  lockOffer,
  nextState,
  type OfferBy,
  recordMove,
  requirePayableTotal,
} from './offer';
import type { ActingParty } from './policy';
import { historyOf, type Line, linesOf } from './queries';
import { counterBounds, counterError, isReduced, type Side } from './rules';
import { counteredFreight, freightOf, shippingBasisOf, termsOf } from './shipping/shipping';
import { type ApprovedPurchase, checkLimits, mayBeLimited } from './spending-limits';
import { moveOf } from './state-machine';

type Expiry = Pick<Config, 'offerExpiryDays'>;

interface AnswerOptions {
  readonly version?: number | undefined;
  readonly note?: string | undefined;
}

interface CounterOptions extends AnswerOptions {
  readonly prices: readonly { id: number; unit_price_cents: Cents }[];
  readonly freight?: Cents | null;
}

function reprice(
  lines: readonly Line[],
  prices: ReadonlyMap<number, Cents>,
  { by, isChanged }: { by: Side; isChanged: boolean },
): Line[] {
  if (prices.size !== lines.length) throw Invalid('Enter a price for every product');
  const repriced = lines.map((line) => {
    const price = prices.get(line.id);
    if (price === undefined) throw Invalid('Enter a price for every product');
    const error = counterError(price, by, counterBounds(line, by));
    if (error) throw Invalid(error, { unit_price: [error] });
    return { ...line, unit_price_cents: price, [priceColumn[by]]: price };
  });
  const changes = repriced.some((line, index) => line.unit_price_cents !== lines[index]?.unit_price_cents);
  if (!changes && !isChanged) throw Invalid('Change at least one price, or accept the offer');
  return repriced;
}

/** Where a side's latest prices are kept. */
const priceColumn = { buyer: 'buyer_price_cents', seller: 'seller_price_cents' } as const;

interface Act<Options> {
  readonly offerId: number;
  readonly viewer: ActingParty;
  readonly options: Options;
  readonly approved?: ApprovedPurchase | undefined;
}

/** Throws ApprovalNeeded above the member's limits. */
export async function counterInTransaction(
  tx: Tx,
  { offerId, viewer, options, approved }: Act<CounterOptions>,
  config: Expiry,
) {
  const { version, note, prices, freight = null } = options;
  if (mayBeLimited(viewer)) await lockBuyerOfOffer(tx, offerId);
  // Pipelined, executed in this order: what follows the lock is read under it.
  const [offer, before, basis, people] = await Promise.all([
    lockOffer(tx, offerId, version),
    linesOf(tx, [offerId]),
    shippingBasisOf(tx, offerId),
    offerContacts(tx, offerId),
  ]);
  const to = nextState(offer, 'counter', viewer.kind);
  const named = new Map(prices.map(({ id, unit_price_cents }) => [id, unit_price_cents]));
  if (named.size < prices.length) throw Invalid('Enter one price per product');
  const by = viewer.kind;
  const countered = counteredFreight(offer, {
    terms: termsOf(offer, basis),
    by,
    freight,
  });
  const { isChanged } = countered;
  const lines = reprice(before, named, { by, isChanged });
  requirePayableTotal(lines, freightOf({ ...offer, ...countered.changes }));
  const purchase = { act: 'counter', offer, changes: countered.changes, lines, note } as const;
  const committed = await checkLimits(tx, viewer, purchase, approved);
  const expires_at = expiryAfter(tx, config.offerExpiryDays);
  const changes = { state: to, expires_at, ...countered.changes, ...committed };
  const move = { event: 'counter', changes, lines, by: byParty(viewer), people, note } as const;
  const requestedBy = approved?.requestedBy;
  return { ...(await recordMove(tx, offer, { ...move, requestedBy, repriced: lines })), basis };
}

export const counter = (
  { transaction }: Pick<Services, 'transaction'>,
  offerId: number,
  viewer: ActingParty,
  options: CounterOptions,
  config: Expiry,
) => transaction((tx) => counterInTransaction(tx, { offerId, viewer, options }, config));

export async function rejectInTransaction(tx: Tx, { offerId, viewer, options }: Act<AnswerOptions>) {
  const { version, note } = options;
  // Pipelined, executed in this order: what follows the lock is read under it.
  const [offer, lines, basis, people] = await Promise.all([
    lockOffer(tx, offerId, version),
    linesOf(tx, [offerId]),
    shippingBasisOf(tx, offerId),
    offerContacts(tx, offerId),
  ]);
  const changes = { state: nextState(offer, 'reject', viewer.kind), expires_at: null };
  const move = { event: 'reject', changes, lines, by: byParty(viewer), people, note } as const;
  return { ...(await recordMove(tx, offer, move)), basis };
}

export const reject = (
  { transaction }: Pick<Services, 'transaction'>,
  offerId: number,
  viewer: ActingParty,
  options: AnswerOptions,
) => transaction((tx) => rejectInTransaction(tx, { offerId, viewer, options }));

export const withdraw = (
  { transaction }: Pick<Services, 'transaction'>,
  offerId: number,
  viewer: ActingParty,
  { version, note }: AnswerOptions,
  config: Expiry,
) =>
  transaction(async (tx) => {
    const offer = await lockOffer(tx, offerId, version);
    const reduced = isReduced(await historyOf(tx, [offer.id]));
    const to = nextState(offer, 'withdraw', viewer.kind, reduced);
    if (to === 'seller_review') await restoreBuyerPrices(tx, offer);
    const lines = await linesIn(tx, offer);
    const changes = {
      state: to,
      expires_at: to === 'rejected' ? null : expiryAfter(tx, config.offerExpiryDays),
      // The buyer has not agreed to the freight of the counter that is taken back.
      ...(to === 'seller_review' && { freight_cents: offer.agreed_freight_cents }),
    };
    return recordMove(tx, offer, { event: 'withdraw', changes, lines, by: byParty(viewer), note });
  });

const restoreBuyerPrices = (tx: Tx, { id }: OfferRow) =>
  tx('offer_products')
    .where({ offer_id: id })
    .update({ unit_price_cents: tx.ref('buyer_price_cents') as never });

/** Rejects an open offer after expiry or denial. Does nothing if it is closed, or answered before it expired. */
export async function end(tx: Tx, offerId: number, event: 'expire' | 'deny', by: OfferBy, note?: string) {
  const offer = await lockOffer(tx, offerId);
  const to = moveOf(event, by.actor, offer.state);
  if (!to) return;
  if (event === 'expire' && !(offer.expires_at && offer.expires_at <= tx.databaseClock.now())) return;
  const lines = await linesIn(tx, offer);
  await recordMove(tx, offer, { event, changes: { state: to, expires_at: null }, lines, by, note });
}
