import { useState } from 'react';
import type { AnswerRule } from '../../server/answers/offer-rules/contract';
import { DEFAULT_ORDERS_PER_DAY, MAX_RULE_NOTE, ruleScopes } from '../../server/answers/offer-rules/rules';
import { newRuleForm, ruleForm } from '../../server/answers/offer-rules/schema';
import { categoryLabels } from '../../server/contract/categories';
import { notify } from '../browser/alerts';
import { SelectField, TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { FormModal } from '../forms/form-modal';
import { TextArea } from '../forms/text-area';
import { contactsNote } from '../offers/contacts-note';
import { Notice } from '../ui/feedback';
import { liveSentence } from './live-sentence';
import type { RuleStart } from './NoRules';
import { ProductChoice } from './ProductChoice';
import { scopeLabel, summaryOf } from './wording';

const SCOPES: Record<(typeof ruleScopes)[number], string> = {
  catalog: 'All products',
  category: 'A category',
  product: 'A product',
};
const scopes = ruleScopes.map((value) => ({ value, label: SCOPES[value] }));
const NONE_ID = 'no-limits';
const categories = Object.entries(categoryLabels).map(([value, label]) => ({ value, label }));

export interface RuleDialogProps {
  /** null: a new one. */
  rule: AnswerRule | null;
  /** Of a new one. */
  start: RuleStart;
  findSellerId: () => Promise<number>;
  onClose: () => void;
  onSave: (rule: AnswerRule | null, values: object) => Promise<unknown>;
  onSaved: () => Promise<unknown>;
}

const initialOf = (rule: AnswerRule | null, start: RuleStart) => ({
  scope: rule?.scope ?? 'catalog',
  category: rule?.category ?? '',
  product_id: rule?.product_id ?? '',
  accept_at: (rule ?? start).accept_at ?? '',
  counter_at: (rule ?? start).counter_at ?? '',
  decline_below: (rule ?? start).decline_below ?? '',
  note: rule?.note ?? '',
  max_orders_per_day: rule?.max_orders_per_day ?? DEFAULT_ORDERS_PER_DAY,
  active: rule?.active ?? true,
});

function useRuleForm({ rule, start, onClose, onSave, onSaved }: RuleDialogProps) {
  return useForm({
    schema: (rule ? ruleForm : newRuleForm) as never,
    initial: initialOf(rule, start) as Record<string, unknown>,
    async submit(values) {
      await onSave(rule, values);
      await onSaved();
      onClose();
      notify('success', 'Rule saved.');
    },
  });
}

type RuleForm = ReturnType<typeof useRuleForm>;

export function RuleDialog(props: RuleDialogProps) {
  const { rule, onClose } = props;
  const form = useRuleForm(props);
  const { values } = form;
  const [opened] = useState(rule?.version);
  return (
    <FormModal
      title={rule ? `Rule for ${scopeLabel(rule)}` : 'New offer rule'}
      form={form}
      confirm="Save Rule"
      size="medium"
      onClose={onClose}
    >
      {rule && rule.version !== opened && (
        <Notice tone="yellow" live title="Another window saved this rule">
          <p>{summaryOf(rule)}. Saving replaces it.</p>
        </Notice>
      )}
      {!rule && <AppliesTo form={form} findSellerId={props.findSellerId} />}
      <Limits form={form} />
      <p className="muted" aria-live="polite">
        {liveSentence({
          accept_at: values.accept_at,
          counter_at: values.counter_at,
          decline_below: values.decline_below,
        })}
      </p>
      <TextField
        label="Daily limit"
        inputMode="numeric"
        after="orders"
        note="Further offers wait for you."
        {...form.field('max_orders_per_day')}
      />
      <TextArea
        label="Message to the buyer"
        optional
        rows={2}
        most={MAX_RULE_NOTE}
        note={contactsNote(String(values.note ?? ''), 'the buyer')}
        {...form.field('note')}
      />
    </FormModal>
  );
}

const AppliesTo = ({ form, findSellerId }: { form: RuleForm } & Pick<RuleDialogProps, 'findSellerId'>) => (
  <>
    <SelectField label="Applies to" options={scopes} {...form.field('scope')} />
    {form.values.scope === 'category' && (
      <SelectField
        label="Category"
        placeholder="Choose a category"
        options={categories}
        {...form.field('category')}
      />
    )}
    {form.values.scope === 'product' && (
      <ProductChoice findSellerId={findSellerId} {...form.field('product_id')} />
    )}
  </>
);

/** The error that belongs to no single limit stands below all three. */
function Limits({ form }: { form: RuleForm }) {
  const { accept_at, counter_at, decline_below } = form.values;
  const isNone = [accept_at, counter_at, decline_below].every((limit) => limit === '' || limit === null);
  const accept = form.field('accept_at');
  return (
    <fieldset
      className="fieldset rule-limits"
      aria-describedby={isNone && accept.error ? NONE_ID : undefined}
    >
      <legend className="visually-hidden">Limits</legend>
      <TextField
        label="Accept at"
        optional
        inputMode="decimal"
        after="% of asking or more"
        {...accept}
        error={isNone ? undefined : accept.error}
      />
      <TextField
        label="Counter at"
        optional
        inputMode="decimal"
        after="% of asking"
        {...form.field('counter_at')}
      />
      <TextField
        label="Decline below"
        optional
        inputMode="decimal"
        after="% of asking"
        {...form.field('decline_below')}
      />
      {isNone && accept.error && (
        <span className="error" id={NONE_ID} role="alert">
          {accept.error}
        </span>
      )}
    </fieldset>
  );
}
