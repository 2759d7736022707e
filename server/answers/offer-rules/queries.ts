import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { AnswerRuleRow } from '../../../db/tables';

export interface RuleWithCounts extends AnswerRuleRow {
  product_name: string | null;
  orders_today: number;
}

const COLUMNS = `answer_rules.id, answer_rules.seller_id, answer_rules.scope, answer_rules.category,
  answer_rules.product_id, answer_rules.accept_at, answer_rules.counter_at, answer_rules.decline_below,
  answer_rules.note, answer_rules.max_orders_per_day, answer_rules.active, answer_rules.limit_mailed_at,
  answer_rules.version, answer_rules.created_by, answer_rules.created_at, answer_rules.updated_at`;

const selectRules = (name: string, { seller, where }: { seller: string; where: string }) =>
  statement<RuleWithCounts>(
    name,
    `with today as (
       select rule_id, count(*)::int as orders
         from rule_answers, unnest(rule_ids) as rule_id
        where seller_id = (${seller}) and outcome = 'accept' and at > now() - interval '24 hours'
        group by rule_id
     )
     select ${COLUMNS}, products.name as product_name, coalesce(today.orders, 0) as orders_today
       from answer_rules
       left join products on products.id = answer_rules.product_id
       left join today on today.rule_id = answer_rules.id
      where ${where}
      order by array_position(array['catalog', 'category', 'product'], answer_rules.scope),
               answer_rules.category, products.name, answer_rules.id`,
  );

const ofSeller = selectRules('rules of a seller', {
  seller: '$1::int',
  where: 'answer_rules.seller_id = $1',
});
const byId = selectRules('an offer rule', {
  seller: 'select seller_id from answer_rules where id = $1',
  where: 'answer_rules.id = $1',
});

export const rulesOfSeller = (db: Knex, sellerId: number) => ofSeller(db, [sellerId]);

export const ruleById = async (db: Knex, id: number): Promise<RuleWithCounts | undefined> =>
  (await byId(db, [id]))[0];

export interface RuleInForce extends AnswerRuleRow {
  product_name: string | null;
}

/** Locked after the offer and before products, in id order: daily limits are counted under these locks. */
export const lockRulesOfOffer = statement<RuleInForce>(
  'lock rules of an offer',
  `select ${COLUMNS}, (select name from products where products.id = answer_rules.product_id) as product_name
     from answer_rules
    where seller_id = $2 and active and (
            scope = 'catalog'
            or product_id in (select product_id from offer_products where offer_id = $1)
            or category in (select products.category from offer_products
                              join products on products.id = offer_products.product_id
                             where offer_products.offer_id = $1))
    order by id
      for no key update of answer_rules`,
);

export const ordersOfRules = statement<{ rule_id: number; orders: number }>(
  'orders of rules today',
  `select rule_id, count(*)::int as orders
     from rule_answers, unnest(rule_ids) as rule_id
    where seller_id = $1 and outcome = 'accept' and at > now() - interval '24 hours' and rule_id = any($2)
    group by rule_id`,
);

/** Counters and rejections that this buyer got by rules: of the seller in 24 hours, and on these products in 7 days. */
export const recentRefusals = statement<{ of_seller: number; of_products: number }>(
  'recent refusals by rules',
  `select count(*) filter (where seller_id = $2 and at > now() - interval '24 hours')::int as of_seller,
          count(*) filter (where product_ids && $3::int[])::int as of_products
     from rule_answers
    where buyer_id = $1 and outcome <> 'accept' and at > now() - interval '7 days'`,
);
