import { progressOf } from '../../../db/request-scope';
import { statement } from '../../../db/sql';
import type { Tx } from '../../../db/transaction';
import type { Buyer } from '../../accounts/policy';
import { fromJson, toJson } from '../../contract/json';
import { Conflict } from '../../http/errors';
import { fillDraft } from '../../offers/cart/cart';
import { lockCart } from '../../offers/cart/cart-offer';
import { NOTHING_TO_BUY } from '../../offers/cart/contract';
import { lockBuyer } from '../../offers/offer';
import type { Services } from '../../services';
import { broadcastList } from '../broadcast';
import type { DraftAnswer } from '../contract';
import { matchAgain } from '../matching/job';
import { insertRests } from '../want';
import { bySeller, draftedOffer, draftRow, type Plan, type PlannedWant, planSeller, restOf } from './plan';
import { draftLines, lockMatchedWants, matchedWantsOf } from './queries';

type DraftServices = Pick<Services, 'db' | 'requestScopes' | 'transaction'>;

interface DraftRequest {
  readonly listId: number;
  /** All that are matched without any. */
  readonly wantIds: readonly number[] | undefined;
}

const NO_ANSWER: DraftAnswer = { rows: [], offers: [] };

const answerOf = (plan: Plan, offerId: number | null): DraftAnswer => ({
  rows: plan.wants.map(draftRow),
  offers: draftedOffer(plan, offerId),
});

const both = (one: DraftAnswer, other: DraftAnswer): DraftAnswer => ({
  rows: [...one.rows, ...other.rows],
  offers: [...one.offers, ...other.offers],
});

/** What `draftWants` would do. Writes nothing. */
export async function previewDrafts(
  { db }: Pick<DraftServices, 'db'>,
  viewer: Buyer,
  { listId, wantIds }: DraftRequest,
): Promise<DraftAnswer> {
  const [wants, linesOf] = await Promise.all([
    matchedWantsOf(db, listId, wantIds),
    draftLines(db, viewer.buyer_id),
  ]);
  return [...bySeller(wants)]
    .map(([sellerId, ofSeller]) => answerOf(planSeller(ofSeller, linesOf(sellerId)), null))
    .reduce(both, NO_ANSWER);
}

interface DraftProgress {
  /** JSON with units. */
  readonly answer: string;
  readonly remaining: readonly number[];
}

/** Puts matched wants into the drafts, seller by seller. Throws 409 where nothing can be ordered. */
export async function draftWants(
  services: DraftServices,
  viewer: Buyer,
  request: DraftRequest,
): Promise<DraftAnswer> {
  const interrupted = progressOf(services.requestScopes) as DraftProgress | null;
  const sellers = interrupted?.remaining ?? (await sellersOf(services, request));
  let answer = interrupted ? (fromJson(interrupted.answer) as DraftAnswer) : NO_ANSWER;
  for (const [at, sellerId] of sellers.entries())
    answer = await services.transaction(async (tx) => {
      const next = both(answer, await draftOfSeller(tx, viewer, sellerId, request));
      tx.keepProgress({ answer: toJson(next), remaining: sellers.slice(at + 1) } satisfies DraftProgress);
      return next;
    });
  if (answer.offers.length === 0) throw Conflict(NOTHING_TO_BUY);
  return answer;
}

async function sellersOf({ db }: DraftServices, { listId, wantIds }: DraftRequest): Promise<number[]> {
  const wants = await matchedWantsOf(db, listId, wantIds);
  return [...bySeller(wants).keys()].sort((a, b) => a - b);
}

/** Under the buyer's lock, so that a want is drafted once. */
async function draftOfSeller(
  tx: Tx,
  viewer: Buyer,
  sellerId: number,
  { listId, wantIds }: DraftRequest,
): Promise<DraftAnswer> {
  await lockBuyer(tx, viewer.buyer_id);
  const wants = await lockMatchedWants(tx, listId, wantIds);
  const ofSeller = wants.filter(({ seller_id }) => seller_id === sellerId);
  const linesOf = await draftLines(tx, viewer.buyer_id);
  const plan = planSeller(ofSeller, linesOf(sellerId));
  const offerId = plan.lines.length > 0 ? await addLines(tx, viewer, sellerId, plan) : null;
  await release(tx, listId, plan);
  broadcastList(tx, { id: listId, buyer_id: viewer.buyer_id });
  return answerOf(plan, offerId);
}

const markDrafted = statement(
  'mark drafted wants',
  `update wants set status = 'drafted', quantity = part.quantity, offer_id = $3
     from unnest($1::int[], $2::bigint[]) as part (want_id, quantity)
    where wants.id = part.want_id`,
);

const isDrafted = (planned: PlannedWant): planned is PlannedWant & { quantity: bigint } =>
  planned.quantity !== null;

async function addLines(tx: Tx, viewer: Buyer, sellerId: number, plan: Plan): Promise<number> {
  const { offer } = await fillDraft(tx, viewer, await lockCart(tx, viewer.buyer_id, sellerId), plan.lines);
  const drafted = plan.wants.filter(isDrafted);
  const short = drafted.filter((planned) => restOf(planned) > 0n);
  await insertRests(
    tx,
    short.map((planned) => ({ id: planned.want.want_id, quantity: restOf(planned) })),
  );
  const ids = drafted.map(({ want }) => want.want_id);
  await markDrafted(tx, [ids, drafted.map(({ quantity }) => quantity), offer.id]);
  return offer.id;
}

/** What the stock did not reach waits; where the listing is gone, another one is looked for. */
async function release(tx: Tx, listId: number, { wants, lines }: Plan) {
  const unavailable = wants.filter(({ result }) => result === 'unavailable');
  if (unavailable.length === 0) return;
  const reached = new Set(lines.map(({ product_id }) => product_id));
  const gone = unavailable.filter(({ want }) => !reached.has(want.product_id));
  const ids = (planned: readonly PlannedWant[]) => planned.map(({ want }) => want.want_id);
  await tx('wants').whereIn('id', ids(unavailable)).update({ status: 'waiting', product_id: null });
  await tx('wants').whereIn('id', ids(gone)).update({ unmatched: true });
  if (gone.length > 0) await matchAgain(tx, listId);
}
