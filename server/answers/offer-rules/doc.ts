import { type Category, categoryLabels } from '../../contract/categories';
import { count, decimal, flag, id, list, nullable, object, oneOf, tagged, text } from '../../openapi/answer';
import {
  type AnswerRule,
  createAnswerRule,
  deleteAnswerRule,
  listAnswerRules,
  updateAnswerRule,
} from './contract';
import { ruleScopes } from './rules';

const rule = object<AnswerRule>(
  {
    id,
    scope: oneOf(ruleScopes),
    category: nullable(oneOf(Object.keys(categoryLabels) as Category[])),
    product_id: nullable(id),
    product_name: nullable(text),
    accept_at: nullable(decimal),
    counter_at: nullable(decimal),
    decline_below: nullable(decimal),
    note: nullable(text),
    max_orders_per_day: count,
    orders_today: count,
    active: flag,
    version: id,
  },
  'OfferRule',
);

const limits = { accept_at: 92.5, counter_at: 95, decline_below: 60 };

const doc = tagged('Offer rules');

export default [
  doc(listAnswerRules, {
    summary: 'List the rules by which offers are answered',
    answer: object<{ rules: AnswerRule[] }>({ rules: list(rule) }),
  }),
  doc(createAnswerRule, {
    summary: 'Add a rule',
    answer: rule,
    example: { rule: { scope: 'category', category: 'home', ...limits } },
  }),
  doc(updateAnswerRule, {
    summary: 'Change the limits of a rule',
    answer: rule,
    example: { rule: { ...limits, max_orders_per_day: 5 } },
  }),
  doc(deleteAnswerRule, { summary: 'Delete a rule', answer: null }),
];
