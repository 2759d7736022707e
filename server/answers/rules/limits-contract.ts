export const ruleScopes = ['catalog', 'category', 'product'] as const;
export type RuleScope = (typeof ruleScopes)[number];

export const MAX_RULES = 2_000;
export const MAX_ORDERS_PER_DAY = 1_000;
export const DEFAULT_ORDERS_PER_DAY = 20;
export const MAX_RULE_NOTE = 500;
