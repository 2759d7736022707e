import type { InferType } from 'yup';
import { categoryLabels } from '../../contract/categories';
import { boolean, id, number, object, REQUIRED, string, text } from '../../contract/fields';
import { parseTenths } from '../../contract/percent';
import { DEFAULT_ORDERS_PER_DAY, MAX_RULE_NOTE, ruleScopes } from './rules';

const MAX_ORDERS_PER_DAY = 1_000;

const blankToNull = (value: unknown, original: unknown) => (original === '' ? null : value);

const PERCENT = 'Enter a percent from 1 to 100, like 92.5';

const percent = () =>
  number()
    .transform(blankToNull)
    .nullable()
    .default(null)
    .typeError(PERCENT)
    .test('percent', PERCENT, (value) => typeof value !== 'number' || parseTenths(value) !== null);

const ORDERS = `Enter a number from 1 to ${MAX_ORDERS_PER_DAY.toLocaleString('en-US')}`;

interface Limits {
  readonly accept_at?: number | null;
  readonly counter_at?: number | null;
  readonly decline_below?: number | null;
}

const isAbove = (low: number | null | undefined, high: number | null | undefined) =>
  typeof low === 'number' && typeof high === 'number' && low > high;

const limitFields = {
  accept_at: percent().test(
    'some-limit',
    'Enter at least one limit',
    (value, { parent }) =>
      (value ?? (parent as Limits).counter_at ?? (parent as Limits).decline_below ?? null) !== null,
  ),
  counter_at: percent().test(
    'counter',
    'Counter must be at or above accept',
    (value, { parent }) => !isAbove((parent as Limits).accept_at, value),
  ),
  decline_below: percent()
    .test(
      'decline',
      'Decline must be at or below accept',
      (value, { parent }) => !isAbove(value, (parent as Limits).accept_at),
    )
    .test('decline-counter', 'Decline must be at or below counter', (value, { parent }) => {
      const { accept_at, counter_at } = parent as Limits;
      return typeof accept_at === 'number' || !isAbove(value, counter_at);
    }),
  note: text(MAX_RULE_NOTE)
    .nullable()
    .default(null)
    .transform((value: unknown) => (typeof value === 'string' ? value.trim() || null : value)),
  max_orders_per_day: number()
    .default(DEFAULT_ORDERS_PER_DAY)
    .typeError(ORDERS)
    .integer(ORDERS)
    .min(1, ORDERS)
    .max(MAX_ORDERS_PER_DAY, ORDERS),
  active: boolean().default(true),
};

/** The form of an existing rule; what it applies to stays. */
export const ruleForm = object({ ...limitFields, version: number().integer() });

export const newRuleForm = object({
  ...limitFields,
  scope: string().required('Choose what it applies to').oneOf(ruleScopes, 'Choose what it applies to'),
  category: string()
    .nullable()
    .default(null)
    .when('scope', {
      is: 'category',
      // biome-ignore lint/suspicious/noThenProperty: the name that yup takes
      then: (schema) =>
        schema.required('Choose a category').oneOf(Object.keys(categoryLabels), 'Choose a category'),
      otherwise: (schema) => schema.transform(() => null),
    }),
  product_id: id()
    .transform(blankToNull)
    .nullable()
    .default(null)
    .when('scope', {
      is: 'product',
      // biome-ignore lint/suspicious/noThenProperty: the name that yup takes
      then: (schema) => schema.required('Choose a product'),
      otherwise: (schema) => schema.transform(() => null),
    }),
});

export type RuleFields = InferType<typeof ruleForm>;
export type NewRuleFields = InferType<typeof newRuleForm>;

export const ruleBody = object({ rule: ruleForm.required(REQUIRED) }).meta({ root: 'rule' });
export const newRuleBody = object({ rule: newRuleForm.required(REQUIRED) }).meta({ root: 'rule' });

export const listRulesQuery = object({ seller_id: id() });
