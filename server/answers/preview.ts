import type { Knex } from 'knex';
import type { Seller } from '../accounts/policy';
import { net } from '../contract/fee';
import { type Cents, cents, counted, lineTotal, sum } from '../contract/money';
import { MAX_TENTHS, toPercent } from '../contract/percent';
import { NotFound } from '../http/errors';
import { type Line, linesOf, type OfferWithNames } from '../offers/queries';
import { freightOf, type ShippingBasis, shippingBasesOf, termsOf } from '../offers/shipping/shipping';
import type { BulkPreview, PlannedAction, PreviewRow } from './contract';
import { type BulkRule, judgePrices, type RuleOutcome } from './percent-rules';
import { offersToAnswer } from './queries';

export const QUOTE_FIRST = 'Enter the freight amount first.';
const NOT_WAITING = 'Not waiting for you.';

interface Candidate {
  readonly offer: OfferWithNames;
  readonly lines: readonly Line[];
  readonly isUnquoted: boolean;
  readonly tenthsOfAsking: number | null;
}

/** Best price first, then oldest, so that scarce stock goes to the best price. Throws 404 for a foreign offer. */
export async function previewRows(
  db: Knex,
  viewer: Pick<Seller, 'seller_id'>,
  offerIds: readonly number[],
  rule: BulkRule & { feeBps: number },
): Promise<PreviewRow[]> {
  const candidates = await findCandidates(db, viewer.seller_id, [...new Set(offerIds)]);
  const stock = new Map<number, bigint>();
  return candidates.sort(bestFirst).map((candidate) => {
    const outcome = outcomeFor(candidate, rule);
    const shortage = outcome.action === 'accept' ? reserve(candidate.lines, stock) : null;
    return toRow(candidate, shortage === null ? outcome : skipped(candidate, shortage), rule.feeBps);
  });
}

async function findCandidates(db: Knex, sellerId: number, ids: readonly number[]): Promise<Candidate[]> {
  const [offers, lines, bases] = await Promise.all([
    offersToAnswer(db, sellerId, ids),
    linesOf(db, ids),
    shippingBasesOf(db, ids),
  ]);
  if (offers.length < ids.length) throw NotFound();
  const basisFor = new Map(bases.map((basis) => [basis.offer_id, basis]));
  return offers.map((offer) => {
    const own = lines.filter(({ offer_id }) => offer_id === offer.id);
    const isUnquoted = needsQuote(offer, basisFor.get(offer.id));
    return { offer, lines: own, isUnquoted, tenthsOfAsking: tenthsOfAsking(own) };
  });
}

function needsQuote(offer: Candidate['offer'], basis: ShippingBasis | undefined): boolean {
  if (!basis || termsOf(offer, basis) !== 'buyer_pays') return false;
  return offer.freight_cents === null || offer.freight_cents !== offer.agreed_freight_cents;
}

/** Rounded half up; null where a product has no asking price. */
function tenthsOfAsking(lines: readonly Line[]): number | null {
  const asking = lines.reduce<bigint | null>(
    (total, { asking_price_cents: price, quantity }) =>
      total === null || price === null ? null : total + BigInt(price) * quantity,
    0n,
  );
  if (!asking) return null;
  return Number((goodsOf(lines) * BigInt(MAX_TENTHS) * 2n + asking) / (asking * 2n));
}

const goodsOf = (lines: readonly Line[]) =>
  lines.reduce((total, line) => total + BigInt(line.unit_price_cents) * line.quantity, 0n);

const bestFirst = (a: Candidate, b: Candidate) =>
  (b.tenthsOfAsking ?? 0) - (a.tenthsOfAsking ?? 0) ||
  a.offer.created_at.getTime() - b.offer.created_at.getTime() ||
  a.offer.id - b.offer.id;

const skipped = ({ lines }: Candidate, reason: string): RuleOutcome => ({
  action: 'skip',
  reason,
  prices: lines.map((line) => line.unit_price_cents),
});

function outcomeFor(candidate: Candidate, rule: BulkRule): RuleOutcome {
  if (candidate.offer.state !== 'seller_review') return skipped(candidate, NOT_WAITING);
  const outcome = judgePrices(candidate.lines, rule);
  const needsFreight = outcome.action === 'accept' || outcome.action === 'counter';
  return needsFreight && candidate.isUnquoted ? skipped(candidate, QUOTE_FIRST) : outcome;
}

/** Takes the lines from the stock that the rows before left, or says what is short. */
function reserve(lines: readonly Line[], stock: Map<number, bigint>): string | null {
  const available = ({ product_id, listed, units }: Line) =>
    stock.get(product_id) ?? (listed ? (units ?? 0n) : 0n);
  const missing = lines.reduce((total, line) => {
    const short = line.quantity - available(line);
    return short > 0n ? total + short : total;
  }, 0n);
  if (missing > 0n) return `Short by ${counted(missing, 'unit')}`;
  for (const line of lines) stock.set(line.product_id, available(line) - line.quantity);
  return null;
}

const totalAt = (lines: readonly Line[], prices: readonly Cents[]) =>
  sum(lines.map(({ quantity }, index) => lineTotal(prices[index] ?? cents(0), quantity)));

function toRow(
  { offer, lines, tenthsOfAsking }: Candidate,
  outcome: RuleOutcome,
  feeBps: number,
): PreviewRow {
  const { action, reason, prices } = outcome;
  const freight = freightOf(offer);
  const isPriced = action === 'accept' || action === 'counter';
  const goods = totalAt(lines, prices);
  return {
    offer_id: offer.id,
    offer_number: offer.offer_number,
    buyer_name: offer.buyer_name,
    version: offer.version,
    action,
    reason,
    percent_of_asking: tenthsOfAsking === null ? null : toPercent(tenthsOfAsking),
    total_cents: sum([
      totalAt(
        lines,
        lines.map((line) => line.unit_price_cents),
      ),
      freight,
    ]),
    new_total_cents: isPriced ? sum([goods, freight]) : null,
    net_cents: isPriced ? sum([net(goods, feeBps), freight]) : null,
    lines: lines.map((line, index) => ({
      id: line.id,
      unit_price: line.unit_price_cents,
      new_unit_price: prices[index] ?? line.unit_price_cents,
    })),
  };
}

export function totalsOf(rows: readonly PreviewRow[]): BulkPreview['totals'] {
  const count = (action: PlannedAction) => rows.filter((row) => row.action === action).length;
  return {
    accept: count('accept'),
    counter: count('counter'),
    reject: count('reject'),
    skip: count('skip'),
    total_cents: sum(rows.map((row) => row.new_total_cents ?? cents(0))),
    net_cents: sum(rows.map((row) => row.net_cents ?? cents(0))),
  };
}
