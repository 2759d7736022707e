import type { Category } from '../../contract/categories';
import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { DashboardFrame } from '../../sellers/contract';
import type { RuleScope } from './rules';

export interface AnswerRule {
  id: number;
  scope: RuleScope;
  category: Category | null;
  product_id: number | null;
  product_name: string | null;
  /** Percents of the asking price, with at most one decimal. */
  accept_at: number | null;
  counter_at: number | null;
  decline_below: number | null;
  note: string | null;
  max_orders_per_day: number;
  /** Orders that it made in the last 24 hours. */
  orders_today: number;
  active: boolean;
  version: number;
}

/** The seller's own; staff name the seller by `seller_id`. */
export const listAnswerRules = endpoint<{ rules: AnswerRule[] }>()('GET /seller/answer_rules');
export const createAnswerRule = endpoint<AnswerRule>()('POST /seller/answer_rules');
export const updateAnswerRule = endpoint<AnswerRule>()('PUT /seller/answer_rules/:id');
export const deleteAnswerRule = endpoint<undefined>()('DELETE /seller/answer_rules/:id');

export interface OfferRulesProps {
  frame: DashboardFrame;
  rules: AnswerRule[];
}

export const offerRules: Island<OfferRulesProps> = { id: 'offer-rules' };
