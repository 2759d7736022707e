import type { AnswerRule } from '../../server/answers/offer-rules/contract';
import { formatPercent } from '../../server/contract/percent';
import { CheckField } from '../forms/choice-field';
import { IconButton } from '../ui/button';
import { type Column, Table } from '../ui/table';
import { limitsOf, scopeLabel } from './wording';

interface Props {
  rules: readonly AnswerRule[];
  busyId: number | null;
  onEdit: (rule: AnswerRule) => void;
  onDelete: (rule: AnswerRule) => void;
  onSwitch: (rule: AnswerRule) => void;
}

export function RulesTable({ rules, busyId, onEdit, onDelete, onSwitch }: Props) {
  const percents = rules.flatMap((rule) => [rule.accept_at, rule.counter_at, rule.decline_below]);
  const columns: Column<AnswerRule>[] = [
    { key: 'scope', head: 'Applies to', rowHead: true, cell: scopeLabel },
    { key: 'accept', head: 'Accept at', num: true, cell: (rule) => formatPercent(rule.accept_at, percents) },
    {
      key: 'counter',
      head: 'Counter at',
      num: true,
      cell: (rule) => formatPercent(rule.counter_at, percents),
    },
    {
      key: 'decline',
      head: 'Decline below',
      num: true,
      cell: (rule) => formatPercent(rule.decline_below, percents),
    },
    {
      key: 'limit',
      head: 'Daily limit',
      num: true,
      line: 'fact',
      cell: (rule) => (
        <>
          <span className="no-line">{rule.max_orders_per_day}</span>
          <span className="line-only">
            {limitsOf(rule)}
            {rule.orders_today > 0 && ` · ${rule.orders_today} of ${rule.max_orders_per_day} today`}
          </span>
        </>
      ),
    },
    {
      key: 'today',
      head: 'Today',
      num: true,
      cell: (rule) => <span className="nowrap">{`${rule.orders_today} of ${rule.max_orders_per_day}`}</span>,
    },
    {
      key: 'active',
      head: 'On/Off',
      line: 'badge',
      cell: (rule) => (
        <CheckField
          asSwitch
          labelHidden
          label={`Rule for ${scopeLabel(rule)}`}
          name={`active-${rule.id}`}
          checked={rule.active}
          disabled={busyId === rule.id}
          onChange={() => onSwitch(rule)}
        />
      ),
    },
    {
      key: 'acts',
      head: 'Actions',
      headHidden: true,
      line: 'actions',
      cell: (rule) => (
        <div className="rule-acts">
          <IconButton icon="edit" label={`Edit rule for ${scopeLabel(rule)}`} onClick={() => onEdit(rule)} />
          <IconButton
            icon="trash"
            label={`Delete rule for ${scopeLabel(rule)}`}
            onClick={() => onDelete(rule)}
          />
        </div>
      ),
    },
  ];
  return <Table caption="Offer rules" rows={rules} rowKey={({ id }) => id} columns={columns} lines="wide" />;
}
