import { answerByRules } from '../../server/answers/offer-rules/jobs';
import { enqueue } from '../../server/jobs/job';
import type { Tx } from '../transaction';
import { RULE_NOTES, RULES_SELLER } from './trade/rule-deals';

/** Long enough to be seen before the answer comes. */
const PENDING_MINUTES = 15;

type Answered = Readonly<{
  history_id: bigint;
  offer_id: number;
  buyer_id: number;
  at: Date;
  outcome: 'accept' | 'counter' | 'reject';
  note: string;
  product_ids: number[];
}>;

/** The answers that carry a rule's note. */
async function answersByRule(tx: Tx, sellerId: number) {
  const { rows } = await tx.raw<{ rows: Answered[] }>(
    `select history.id as history_id, history.offer_id, offers.buyer_id, history.at, history.event as outcome,
            history.note, array(select product_id from offer_products where offer_id = offers.id) as product_ids
       from offer_history history join offers on offers.id = history.offer_id
      where offers.seller_id = ? and history.actor = 'seller' and history.note = any(?)
      order by history.id`,
    [sellerId, Object.values(RULE_NOTES)],
  );
  return rows;
}

const LABELS = { accept: 'accept at 85%', counter: 'counter at 95%', reject: 'decline below 50%' };

/** For all products, a category, a product that has reached its daily limit, and one that is off. */
async function writeRules(tx: Tx, sellerId: number, userId: number, productIds: readonly [number, number]) {
  const own = { seller_id: sellerId, created_by: userId };
  const [all, , ofProduct] = await tx('answer_rules')
    .insert([
      {
        ...own,
        scope: 'catalog',
        accept_at: 900,
        counter_at: 950,
        decline_below: 500,
        note: RULE_NOTES.catalog,
      },
      { ...own, scope: 'category', category: 'consumables', accept_at: 850, decline_below: 600 },
      {
        ...own,
        scope: 'product',
        product_id: productIds[0],
        accept_at: 850,
        note: RULE_NOTES.product,
        max_orders_per_day: 1,
      },
      { ...own, scope: 'product', product_id: productIds[1], counter_at: 975, active: false },
    ])
    .returning('id');
  return new Map<string, number>([
    [RULE_NOTES.catalog, all?.id ?? 0],
    [RULE_NOTES.product, ofProduct?.id ?? 0],
  ]);
}

/** The older of the two waiting offers is kept by the limit, the younger is answered soon. */
async function writePlans(tx: Tx, sellerId: number, now: Date) {
  const [pending, held] = await tx('offers')
    .where({ seller_id: sellerId, state: 'seller_review' })
    .orderBy('submitted_at', 'desc')
    .limit(2)
    .select('id', 'version', 'submitted_at');
  if (!pending || !held) return;
  const due = new Date(now.getTime() + PENDING_MINUTES * 60_000);
  await tx('planned_answers').insert([
    { offer_id: held.id, version: held.version, due_at: now, held: 'daily_limit' },
    { offer_id: pending.id, version: pending.version, due_at: due },
  ]);
  const options = { runAt: due, key: `answer-offer-${pending.id}` };
  await enqueue(tx, answerByRules, { offer_id: pending.id }, options);
}

/** A seller's private rules with an answer of each kind, one that a limit stopped, and one to come. */
export async function writeAnswerRules(
  tx: Tx,
  sellerOfBrand: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const seller_id = sellerOfBrand.get(RULES_SELLER) ?? 0;
  const user = await tx('users').where({ seller_id }).orderBy('id').first('id');
  const answers = await answersByRule(tx, seller_id);
  const productOf = (outcome: Answered['outcome']) =>
    answers.find((answer) => answer.outcome === outcome)?.product_ids[0] ?? 0;
  if (!user || answers.length === 0) return;
  const ruleOf = await writeRules(tx, seller_id, user.id, [productOf('accept'), productOf('reject')]);
  const { rows } = await tx.raw<{ rows: { name: string }[] }>('select name from products where id = ?', [
    productOf('accept'),
  ]);
  await tx('rule_answers').insert(
    answers.map(({ note, outcome, ...answer }) => ({
      ...answer,
      seller_id,
      outcome,
      rule_ids: [ruleOf.get(note) ?? 0],
      label: `${note === RULE_NOTES.product ? rows[0]?.name : 'All products'}, ${LABELS[outcome]}`,
    })),
  );
  await writePlans(tx, seller_id, now);
}
