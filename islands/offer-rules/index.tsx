import { useState } from 'react';
import {
  type AnswerRule,
  deleteAnswerRule,
  listAnswerRules,
  type OfferRulesProps,
  type offerRules,
  updateAnswerRule,
} from '../../server/answers/offer-rules/contract';
import type { PropsOf } from '../../server/contract/island';
import { showDashboard } from '../../server/sellers/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { useFocusAfterDelete } from '../browser/focus-after-delete';
import { useAct } from '../browser/use-act';
import { Dashboard } from '../dashboard/Dashboard';
import { Button } from '../ui/button';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';
import { type Editing, LateRuleDialog } from './LateRuleDialog';
import { NoRules } from './NoRules';
import { RulesTable } from './RulesTable';
import { isGone, RULE_GONE, scopeLabel } from './wording';

async function loadRules(): Promise<OfferRulesProps> {
  const [{ frame }, { rules }] = await Promise.all([call(showDashboard, {}), call(listAnswerRules, {})]);
  if (!frame) throw new Error('Only sellers have offer rules');
  return { frame, rules };
}

export default function OfferRules(props: PropsOf<typeof offerRules>) {
  const given = props.frame && (props as OfferRulesProps);
  const [loaded, refetch, { failed }] = usePreloaded(given, loadRules);
  const [editing, setEditing] = useState<Editing>(null);
  const addButton = useFocusAfterDelete<HTMLButtonElement>(loaded?.rules.length);
  function closeDialog() {
    setEditing(null);
    // The first rule takes the place of the buttons that opened the form.
    requestAnimationFrame(() => document.activeElement === document.body && addButton.current?.focus());
  }
  if (!loaded)
    return failed ? (
      <Failed onRetry={refetch}>Your offer rules could not be loaded.</Failed>
    ) : (
      <Skeleton shape="detail" label="Loading your offer rules" />
    );
  const add = (
    <Button ref={addButton} tone="primary" icon="plus" onClick={() => setEditing({})}>
      Add Rule
    </Button>
  );
  return (
    <Dashboard
      frame={loaded.frame}
      tab="rules"
      title="Offer Rules"
      lede="Answer offers automatically. Buyers never see your rules."
      actions={loaded.rules.length > 0 && add}
    >
      {loaded.rules.length === 0 ? (
        <NoRules add={add} onStart={setEditing} />
      ) : (
        <Rules rules={loaded.rules} refetch={refetch} onEdit={setEditing} />
      )}
      <LateRuleDialog editing={editing} onEdit={setEditing} onClose={closeDialog} onSaved={refetch} />
    </Dashboard>
  );
}

const messageOf = (error: unknown) => (isGone(error) ? RULE_GONE : errorText(error));

interface RulesProps {
  rules: readonly AnswerRule[];
  refetch: () => Promise<unknown>;
  onEdit: (rule: AnswerRule) => void;
}

function Rules({ rules, refetch, onEdit }: RulesProps) {
  const { busyWith: busyId, run } = useAct<number>();
  const [deleting, setDeleting] = useState<AnswerRule | null>(null);

  const act = (rule: AnswerRule, work: () => Promise<unknown>) =>
    run(async () => {
      await work().catch((error: unknown) => notify('error', messageOf(error)));
      // Closes before its row goes, so that the focus has somewhere to return to.
      setDeleting(null);
      await refetch();
    }, rule.id);

  const toggle = (rule: AnswerRule) =>
    act(rule, () => call(updateAnswerRule, { id: rule.id }, { rule: { ...rule, active: !rule.active } }));

  const remove = (rule: AnswerRule) => act(rule, () => call(deleteAnswerRule, { id: rule.id }));

  return (
    <>
      <RulesTable
        rules={rules}
        busyId={busyId}
        onEdit={onEdit}
        onDelete={setDeleting}
        onSwitch={(rule) => void toggle(rule)}
      />
      <ConfirmDialog
        title={`Delete the rule for ${deleting ? scopeLabel(deleting) : ''}?`}
        open={deleting !== null}
        danger
        busy={deleting !== null && busyId === deleting.id}
        confirmLabel="Delete Rule"
        onConfirm={() => deleting && void remove(deleting)}
        onCancel={() => setDeleting(null)}
      >
        New offers it would have answered wait for you, or follow a broader rule.
      </ConfirmDialog>
    </>
  );
}
