import { violates } from '../../../db/sql';
import type { AnswerRuleRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { audit } from '../../accounts/audit';
import type { Seller } from '../../accounts/policy';
import type { Category } from '../../contract/categories';
import { parseTenths } from '../../contract/percent';
import { Conflict, Invalid, NotFound } from '../../http/errors';
import type { Services } from '../../services';
import type { AnswerRule } from './contract';
import { ruleById } from './queries';
import type { RuleScope } from './rules';
import type { NewRuleFields, RuleFields } from './schema';
import { ruleDocument } from './serializer';

const MAX_RULES = 2_000;

const tenths = (percent: number | null | undefined) =>
  typeof percent === 'number' ? parseTenths(percent) : null;

const columnsOf = (fields: RuleFields) => ({
  accept_at: tenths(fields.accept_at),
  counter_at: tenths(fields.counter_at),
  decline_below: tenths(fields.decline_below),
  note: fields.note ?? null,
  max_orders_per_day: fields.max_orders_per_day,
  active: fields.active,
});

const TAKEN: Record<RuleScope, string> = {
  catalog: 'There is already a rule for all products.',
  category: 'There is already a rule for this category.',
  product: 'There is already a rule for this product.',
};

async function documentOf(tx: Tx, id: number): Promise<AnswerRule> {
  const row = await ruleById(tx, id);
  if (!row) throw new Error(`Rule ${id} is gone`);
  return ruleDocument(row);
}

async function requireOwnProduct(tx: Tx, { seller_id }: Seller, id: number | null | undefined) {
  if (typeof id !== 'number') return;
  const product = await tx('products').where({ id, seller_id }).whereNull('deleted_at').first('id');
  if (!product) throw Invalid('Choose a product', { product_id: ['Choose a product'] });
}

/** Locks the seller, so that concurrent rules are counted one after another. */
async function requireRoom(tx: Tx, seller_id: number) {
  await tx('sellers').where({ id: seller_id }).forNoKeyUpdate().first('id');
  const [count] = await tx('answer_rules').where({ seller_id }).count({ rules: '*' });
  if (Number(count?.rules) >= MAX_RULES) throw Invalid('You can save up to 2,000 rules.');
}

/** Throws 422 for a second rule of one scope and beyond 2,000 rules. */
export async function createRule(
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Seller,
  fields: NewRuleFields,
): Promise<AnswerRule> {
  const { seller_id } = viewer;
  try {
    return await transaction(async (tx) => {
      await requireRoom(tx, seller_id);
      await requireOwnProduct(tx, viewer, fields.product_id);
      const { scope, product_id = null } = fields;
      const category = (fields.category ?? null) as Category | null;
      const [row] = await tx('answer_rules')
        .insert({ seller_id, scope, category, product_id, created_by: viewer.id, ...columnsOf(fields) })
        .returning('id');
      const after = await documentOf(tx, row?.id ?? 0);
      await audit(tx, viewer, 'answer_rule.create', 'answer_rule', after.id, { after });
      return after;
    });
  } catch (error) {
    if (!violates(error, 'answer_rules_once')) throw error;
    const field =
      fields.scope === 'catalog' ? 'scope' : fields.scope === 'category' ? 'category' : 'product_id';
    throw Invalid(TAKEN[fields.scope], { [field]: [TAKEN[fields.scope]] });
  }
}

async function lockRule(tx: Tx, id: number): Promise<AnswerRuleRow> {
  const row = await tx('answer_rules').where({ id }).forUpdate().first();
  if (!row) throw NotFound();
  return row;
}

/** Throws 409 where the rule changed since `fields.version`. Offers that wait for a person keep waiting. */
export const updateRule = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Seller,
  id: number,
  fields: RuleFields,
): Promise<AnswerRule> =>
  transaction(async (tx) => {
    const { version } = await lockRule(tx, id);
    if (fields.version !== undefined && fields.version < version)
      throw Conflict('This rule changed. Review it and save again.');
    const before = await documentOf(tx, id);
    await tx('answer_rules')
      .where({ id })
      .update({ ...columnsOf(fields), version: version + 1, updated_at: tx.fn.now() });
    const after = await documentOf(tx, id);
    await audit(tx, viewer, 'answer_rule.update', 'answer_rule', id, { before, after });
    return after;
  });

export const deleteRule = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Seller,
  id: number,
): Promise<undefined> =>
  transaction(async (tx) => {
    await lockRule(tx, id);
    const before = await documentOf(tx, id);
    await tx('answer_rules').where({ id }).delete();
    await audit(tx, viewer, 'answer_rule.delete', 'answer_rule', id, { before });
    return undefined;
  });
