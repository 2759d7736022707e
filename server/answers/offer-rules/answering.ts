import { statement } from '../../../db/sql';
import type { OfferRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { broadcastOnCommit } from '../../cable/cable';
import type { Config } from '../../config/config';
import { HttpError } from '../../http/errors';
import { acceptInTransaction } from '../../offers/acceptance';
import { sellerStream } from '../../offers/channel';
import { counterInTransaction, rejectInTransaction } from '../../offers/negotiation';
import { linesIn, lockOffer, lockPartiesAndOffer } from '../../offers/offer';
import type { Line } from '../../offers/queries';
import { OutOfStock } from '../../products/stock';
import type { Services } from '../../services';
import { type Decision, decide } from './decision';
import { isRefusalAllowed, reachedLimit } from './limits';
import { mailLimitReached } from './mailer';
import { lockRulesOfOffer } from './queries';

type HoldReason = 'stock' | 'daily_limit' | 'unpaid_orders';

const lockPlan = statement<{ version: number; held: HoldReason | null; is_due: boolean }>(
  'lock planned answer',
  `select version, held, due_at <= clock_timestamp() as is_due
     from planned_answers where offer_id = $1 for update`,
);

/** Answers by the rules in force, if the offer is still as planned; what they cannot do waits for the seller. Repeatable. */
export async function answerOffer({ transaction, config }: Services, offerId: number): Promise<void> {
  try {
    await transaction((tx) => answerPlanned(tx, offerId, config));
  } catch (error) {
    const held = reasonOf(error);
    await transaction((tx) => holdPlanned(tx, offerId, held));
  }
}

/** Why an acceptance failed; null for an offer that cannot be answered now. Throws on faults. */
function reasonOf(error: unknown): HoldReason | null {
  if (error instanceof OutOfStock) return 'stock';
  if (!(error instanceof HttpError) || error.status >= 500) throw error;
  return error.code === 'too_many_unpaid' ? 'unpaid_orders' : null;
}

const byRule = { kind: 'seller', id: 0 } as const;

async function lockPlanned(tx: Tx, offerId: number): Promise<OfferRow | null> {
  if (!(await tx('offers').where({ id: offerId }).first('id'))) return null;
  const offer = await lockOffer(tx, offerId);
  return (await isPlanned(tx, offer)) ? offer : null;
}

/** The offer must be locked. */
async function isPlanned(tx: Tx, { id, version, state }: OfferRow): Promise<boolean> {
  const [plan] = await lockPlan(tx, [id]);
  if (!plan?.is_due || plan.held) return false;
  if (plan.version === version && state === 'seller_review') return true;
  await tx('planned_answers').where({ offer_id: id }).delete();
  return false;
}

async function answerPlanned(tx: Tx, offerId: number, config: Config): Promise<void> {
  const offer = await lockPartiesAndOffer(tx, offerId, byRule);
  if (!(await isPlanned(tx, offer))) return;
  const lines = await linesIn(tx, offer);
  const decision = await decisionOn(tx, offer, lines);
  const isPossible =
    decision && (decision.outcome === 'accept' || (await isRefusalAllowed(tx, offer, lines)));
  const reached = decision?.outcome === 'accept' ? await reachedLimit(tx, decision.rules) : null;
  if (reached) {
    await hold(tx, offer, 'daily_limit');
    await mailLimitReached(tx, reached);
    return;
  }
  await tx('planned_answers').where({ offer_id: offerId }).delete();
  if (decision && isPossible) await answer(tx, { offer, lines, decision, config });
  else tellSeller(tx, offer);
}

async function decisionOn(tx: Tx, offer: OfferRow, lines: readonly Line[]): Promise<Decision | null> {
  const rules = await lockRulesOfOffer(tx, [offer.id, offer.seller_id]);
  if (rules.length === 0) return null;
  const ids = lines.map(({ product_id }) => product_id);
  const products = await tx('products').whereIn('id', ids).select('id', 'category');
  const countered = await tx('offer_history').where({ offer_id: offer.id, event: 'counter' }).first('id');
  const categories = new Map(products.map(({ id, category }) => [id, category]));
  return decide(offer, lines, { rules, categories, acceptsOnly: countered !== undefined });
}

interface Answer {
  readonly offer: OfferRow;
  readonly lines: readonly Line[];
  readonly decision: Decision;
  readonly config: Config;
}

async function answer(tx: Tx, { offer, lines, decision, config }: Answer): Promise<void> {
  const { outcome, note, prices, rules } = decision;
  const viewer = { kind: 'seller', id: rules[0]?.created_by ?? 0 } as const;
  const { id: offerId, version } = offer;
  if (outcome === 'accept') await acceptInTransaction(tx, { offerId, viewer, version, config, note });
  else if (outcome === 'counter')
    await counterInTransaction(tx, { offerId, viewer, options: { version, note, prices } }, config);
  else await rejectInTransaction(tx, { offerId, viewer, options: { version, note } });
  await recordAnswer(tx, offer, lines, decision);
}

async function recordAnswer(tx: Tx, offer: OfferRow, lines: readonly Line[], decision: Decision) {
  const entry = await tx('offer_history').where({ offer_id: offer.id }).max({ id: 'id' }).first();
  await tx('rule_answers').insert({
    history_id: entry?.id as bigint,
    offer_id: offer.id,
    seller_id: offer.seller_id,
    buyer_id: offer.buyer_id,
    outcome: decision.outcome,
    rule_ids: decision.rules.map(({ id }) => id),
    product_ids: lines.map(({ product_id }) => product_id),
    label: decision.label,
  });
}

async function hold(tx: Tx, offer: OfferRow, held: HoldReason) {
  await tx('planned_answers').where({ offer_id: offer.id }).update({ held });
  tellSeller(tx, offer);
}

/** That no rule answers, to the seller alone: buyers never hear of rules. */
function tellSeller(tx: Tx, { id, seller_id, state, version, updated_at }: OfferRow) {
  broadcastOnCommit(tx, sellerStream(seller_id), { event: 'held', id, state, version, updated_at });
}

async function holdPlanned(tx: Tx, offerId: number, held: HoldReason | null) {
  const offer = await lockPlanned(tx, offerId);
  if (offer && held) await hold(tx, offer, held);
  else if (offer) {
    await tx('planned_answers').where({ offer_id: offerId }).delete();
    tellSeller(tx, offer);
  }
}
