import { useState } from 'react';
import {
  type AnswerRule,
  createAnswerRule,
  deleteAnswerRule,
  listAnswerRules,
  type OfferRulesProps,
  updateAnswerRule,
} from '../../server/answers/rules/contract';
import { showDashboard } from '../../server/sellers/dashboard-contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { useLateComponent } from '../browser/use-late-component';
import { Dashboard } from '../dashboard/Dashboard';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Confirm } from '../ui/modal';
import { Skeleton } from '../ui/skeleton';
import { RulesTable } from './RulesTable';
import { scopeLabel } from './wording';

async function loadRules(): Promise<OfferRulesProps> {
  const [{ frame }, { rules }] = await Promise.all([call(showDashboard, {}), call(listAnswerRules, {})]);
  if (!frame) throw new Error('Only sellers have offer rules');
  return { frame, rules };
}

export default function OfferRules(props: Partial<OfferRulesProps>) {
  const given = props.frame && (props as OfferRulesProps);
  const [loaded, refetch, { failed }] = usePreloaded(given, loadRules);
  const [editing, setEditing] = useState<AnswerRule | 'new' | null>(null);
  if (!loaded)
    return failed ? (
      <Failed onRetry={refetch}>Your offer rules could not be loaded.</Failed>
    ) : (
      <Skeleton shape="detail" label="Loading your offer rules" />
    );
  const add = (
    <Button tone="primary" icon="plus" onClick={() => setEditing('new')}>
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
        <Empty icon="tag" title="No rules" action={add}>
          You answer every offer yourself.
        </Empty>
      ) : (
        <Rules rules={loaded.rules} refetch={refetch} onEdit={setEditing} />
      )}
      <LateRuleDialog editing={editing} onClose={() => setEditing(null)} onSaved={refetch} />
    </Dashboard>
  );
}

const messageOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Check your connection and try again.';

interface RulesProps {
  rules: readonly AnswerRule[];
  refetch: () => Promise<unknown>;
  onEdit: (rule: AnswerRule) => void;
}

function Rules({ rules, refetch, onEdit }: RulesProps) {
  const [busyId, setBusyId] = useState<number | null>(null);
  const [deleting, setDeleting] = useState<AnswerRule | null>(null);

  async function act(rule: AnswerRule, work: () => Promise<unknown>) {
    setBusyId(rule.id);
    try {
      await work();
    } catch (error) {
      notify('error', messageOf(error));
    }
    await refetch();
    setBusyId(null);
  }

  const toggle = (rule: AnswerRule) =>
    act(rule, () => call(updateAnswerRule, { id: rule.id }, { rule: { ...rule, active: !rule.active } }));

  async function remove(rule: AnswerRule) {
    await act(rule, () => call(deleteAnswerRule, { id: rule.id }));
    setDeleting(null);
  }

  return (
    <>
      <RulesTable
        rules={rules}
        busyId={busyId}
        onEdit={onEdit}
        onDelete={setDeleting}
        onSwitch={(rule) => void toggle(rule)}
      />
      <Confirm
        title={`Delete the rule for ${deleting ? scopeLabel(deleting) : ''}?`}
        open={deleting !== null}
        danger
        busy={deleting !== null && busyId === deleting.id}
        confirmLabel="Delete Rule"
        onConfirm={() => deleting && void remove(deleting)}
        onCancel={() => setDeleting(null)}
      >
        New offers it would have answered wait for you, or follow a broader rule.
      </Confirm>
    </>
  );
}

const saveRule = (rule: AnswerRule | null, values: object) =>
  rule
    ? call(updateAnswerRule, { id: rule.id }, { rule: values })
    : call(createAnswerRule, {}, { rule: values });

const findSellerId = async () => (await call(showDashboard, {})).seller_id ?? 0;

interface DialogProps {
  editing: AnswerRule | 'new' | null;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}

function LateRuleDialog({ editing, onClose, onSaved }: DialogProps) {
  const RuleDialog = useLateComponent({
    wanted: editing !== null,
    load: () => import('./RuleDialog').then((loaded) => loaded.RuleDialog),
    onFailure: onClose,
  });
  if (!RuleDialog || editing === null) return null;
  return (
    <RuleDialog
      rule={editing === 'new' ? null : editing}
      findSellerId={findSellerId}
      onSave={saveRule}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
