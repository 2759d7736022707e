import {
  type AnswerRule,
  createAnswerRule,
  listAnswerRules,
  updateAnswerRule,
} from '../../server/answers/offer-rules/contract';
import { showDashboard } from '../../server/sellers/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { useLateComponent } from '../browser/use-late-component';
import type { RuleStart } from './NoRules';
import { isGone, RULE_GONE } from './wording';

/** A saved rule, or what a new one starts with. */
export type Editing = AnswerRule | RuleStart | null;

const saveRule = (rule: AnswerRule | null, values: object) =>
  rule
    ? call(
        updateAnswerRule,
        { id: rule.id },
        { rule: { ...values, active: rule.active, version: rule.version } },
      )
    : call(createAnswerRule, {}, { rule: values });

const findSellerId = async () => (await call(showDashboard, {})).seller_id ?? 0;

interface DialogProps {
  editing: Editing;
  /** With the rule as it is now, after another window changed it. */
  onEdit: (rule: AnswerRule) => void;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}

export function LateRuleDialog({ editing, onEdit, onClose, onSaved }: DialogProps) {
  const RuleDialog = useLateComponent({
    wanted: editing !== null,
    load: () => import('./RuleDialog').then((loaded) => loaded.RuleDialog),
    onFailure: onClose,
  });
  if (!RuleDialog || editing === null) return null;

  /** What was typed stays, and is saved over the other window's rule only when it is saved again. */
  async function renew({ id }: AnswerRule) {
    const { rules } = await call(listAnswerRules, {});
    const current = rules.find((rule) => rule.id === id);
    if (current) onEdit(current);
    await onSaved();
  }

  async function save(rule: AnswerRule | null, values: object) {
    try {
      await saveRule(rule, values);
    } catch (error) {
      if (rule && error instanceof ApiError && error.status === 409) await renew(rule);
      if (isGone(error)) {
        notify('error', RULE_GONE);
        onClose();
        await onSaved();
      }
      throw error;
    }
  }

  return (
    <RuleDialog
      rule={'id' in editing ? editing : null}
      start={'id' in editing ? {} : editing}
      findSellerId={findSellerId}
      onSave={save}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
