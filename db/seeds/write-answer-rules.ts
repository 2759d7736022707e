import { type Category, categoryLabels } from '../../server/contract/categories';
import type { Tx } from '../transaction';

/** Not a seller of the README's tours, whose offers people answer. */
const BRAND = 'hearthollow';

type History = Readonly<{ id: bigint; offer_id: number; buyer_id: number; at: Date; product_ids: number[] }>;

/** The seller's latest moves of that kind. */
async function movesOf(tx: Tx, sellerId: number, event: 'accept' | 'counter', count: number) {
  const { rows } = await tx.raw<{ rows: History[] }>(
    `select history.id, history.offer_id, offers.buyer_id, history.at,
            array(select product_id from offer_products where offer_id = offers.id order by id) as product_ids
       from offer_history history join offers on offers.id = history.offer_id
      where offers.seller_id = ? and history.actor = 'seller' and history.event = ?
      order by history.at desc limit ?`,
    [sellerId, event, count],
  );
  return rows;
}

/** A seller's rules: for all products, for a category that has reached its daily limit, and one that is off. */
export async function writeAnswerRules(tx: Tx, sellerOfBrand: ReadonlyMap<string, number>): Promise<void> {
  const seller_id = sellerOfBrand.get(BRAND) ?? 0;
  const user = await tx('users').where({ seller_id }).orderBy('id').first('id');
  const [accepted] = await movesOf(tx, seller_id, 'accept', 1);
  const product = await tx('products')
    .where({ id: accepted?.product_ids[0] ?? 0 })
    .first('id', 'category');
  if (!user || !accepted || !product?.category) return;
  const own = { seller_id, created_by: user.id };
  const category = product.category as Category;
  const [all, ofCategory] = await tx('answer_rules')
    .insert([
      {
        ...own,
        scope: 'catalog',
        accept_at: 900,
        counter_at: 950,
        decline_below: 500,
        note: 'Thank you for your offer. We can go no lower on this lot.',
      },
      { ...own, scope: 'category', category, accept_at: 850, max_orders_per_day: 1 },
      { ...own, scope: 'product', product_id: product.id, counter_at: 975, active: false },
    ])
    .returning('id');
  const answers = [
    {
      moves: [accepted],
      outcome: 'accept',
      rule: ofCategory,
      label: `${categoryLabels[category]}, accept at 85%`,
    },
    {
      moves: await movesOf(tx, seller_id, 'counter', 3),
      outcome: 'counter',
      rule: all,
      label: 'All products, counter at 95%',
    },
  ] as const;
  for (const { moves, outcome, rule, label } of answers)
    await tx('rule_answers').insert(
      moves.map(({ id, ...move }) => ({
        ...move,
        history_id: id,
        seller_id,
        outcome,
        rule_ids: [rule?.id ?? 0],
        label,
      })),
    );
  await tx.raw(
    `insert into planned_answers (offer_id, version, due_at, held)
     select id, version, submitted_at + interval '9 minutes', 'daily_limit' from offers
      where seller_id = ? and state = 'seller_review' order by submitted_at desc limit 1`,
    [seller_id],
  );
}
