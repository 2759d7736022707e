import { useState } from 'react';
import { dollars } from '../../server/contract/money';
import type { PayoutStatus } from '../../server/ledger/contract';
import { referenceText } from '../../server/ledger/rules';
import { PAYOUTS_PER_PAGE, type StaffPayout, type StaffPayouts } from '../../server/ledger/staff/contract';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { day } from '../ui/dates';
import { Empty } from '../ui/empty';
import { Pager } from '../ui/pager';
import { type Column, Table } from '../ui/table';
import { Tabs } from '../ui/tabs';
import { PaidDialog, VoidDialog } from './PayoutDialogs';

const labels: Record<PayoutStatus, string> = { draft: 'To pay', paid: 'Paid', void: 'Void' };

interface Act {
  kind: 'paid' | 'void';
  payout: StaffPayout;
}

interface PayoutFilter {
  page: number;
  status: PayoutStatus | '';
}

interface Props {
  list: StaffPayouts;
  asked: PayoutFilter;
  busy: boolean;
  ask: (change: Partial<PayoutFilter>) => void;
  onChange: () => void;
}

const address = (status: string) => `/admin/payouts${status && `?status=${status}`}`;

/** All that there are, so their tabs need no further choice. */
const tabsOf = ({ draft, paid, void: voided }: StaffPayouts['meta']['counts']) => [
  { id: 'all', label: 'All', count: draft + paid + voided, href: address('') },
  { id: 'draft', label: labels.draft, count: draft, href: address('draft') },
  { id: 'paid', label: labels.paid, count: paid, href: address('paid') },
  { id: 'void', label: labels.void, count: voided, href: address('void') },
];

export function PayoutList({ list: { payouts, meta }, asked, busy, ask, onChange }: Props) {
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  return (
    <div className="stack">
      <div className="list-bar payout-bar">
        <h2>Payouts to sellers</h2>
        <Tabs
          label="Status of payouts"
          value={asked.status || 'all'}
          onChange={(id) => ask({ status: id === 'all' ? '' : (id as PayoutStatus) })}
          tabs={tabsOf(meta.counts)}
        />
      </div>
      <Table
        caption="Payouts"
        rows={payouts}
        rowKey={({ id }) => id}
        columns={columnsWith(setAct)}
        dense
        lines="wide"
        busy={busy}
        empty={<NoPayouts status={asked.status} />}
      />
      <Pager
        page={asked.page}
        per={PAYOUTS_PER_PAGE}
        total={meta.total}
        onPage={(page) => ask({ page })}
        newest
      />
      {act?.kind === 'paid' && <PaidDialog payout={act.payout} onChange={onChange} onClose={close} />}
      {act?.kind === 'void' && <VoidDialog payout={act.payout} onChange={onChange} onClose={close} />}
    </div>
  );
}

const NoPayouts = ({ status }: Pick<PayoutFilter, 'status'>) =>
  status === 'draft' ? (
    <Empty inline icon="check" title="Nothing to pay">
      Create a payout batch to pay the sellers with an available balance.
    </Empty>
  ) : (
    <Empty inline icon="clock" title={status === '' ? 'No payouts yet' : 'No payouts match this status'}>
      {status === 'void'
        ? 'Payouts you void appear here.'
        : 'Payouts appear here once you mark them as paid.'}
    </Empty>
  );

const noteOf = ({ reference, void_reason }: StaffPayout) => referenceText(reference) ?? void_reason;

const columnsWith = (onAct: (act: Act) => void): Column<StaffPayout>[] => [
  {
    key: 'number',
    head: 'Payout',
    rowHead: true,
    cell: ({ payout_number }) => <span className="nowrap">{payout_number}</span>,
  },
  {
    key: 'seller',
    head: 'Seller',
    line: 'fact',
    cell: (payout) => (
      <>
        {payout.seller_name}
        <span className="line-only">
          {noteOf(payout) && ` · ${noteOf(payout)}`}
          {payout.paid_on && <span className="nowrap"> · {day(payout.paid_on)}</span>}
        </span>
        {payout.payout_note && <div className="faint tiny">{payout.payout_note}</div>}
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    line: 'badge',
    cell: ({ status }) =>
      status === 'draft' ? (
        <Badge tone="yellow">{labels.draft}</Badge>
      ) : (
        <span className="muted">{labels[status]}</span>
      ),
  },
  { key: 'batch', head: 'Batch', line: 'aside', cell: (payout) => <BatchLink {...payout} /> },
  {
    key: 'paid',
    head: 'Paid',
    cell: ({ paid_on }) => paid_on && <span className="nowrap">{day(paid_on)}</span>,
  },
  { key: 'reference', head: 'Reference', cell: noteOf },
  { key: 'orders', head: 'Orders', num: true, cell: ({ orders }) => orders },
  {
    key: 'amount',
    head: 'Amount',
    num: true,
    line: 'amount',
    cell: ({ amount_cents }) => dollars(amount_cents),
  },
  {
    key: 'acts',
    head: 'Actions',
    headHidden: true,
    num: true,
    line: 'actions',
    cell: (payout) => payout.status === 'draft' && <Acts payout={payout} onAct={onAct} />,
  },
];

const BatchLink = ({ batch_id, batch_number }: StaffPayout) =>
  batch_id !== null && (
    <a
      className="nowrap"
      href={`/admin/payout_batches/${batch_id}.csv`}
      aria-label={`Download ${batch_number}.csv`}
    >
      {batch_number}.csv
    </a>
  );

const Acts = ({ payout, onAct }: { payout: StaffPayout; onAct: (act: Act) => void }) => (
  <div className="button-row">
    <Button
      size="small"
      onClick={() => onAct({ kind: 'paid', payout })}
      aria-label={`Mark as Paid: ${payout.payout_number}`}
    >
      Mark as Paid
    </Button>
    <Button
      size="small"
      tone="quiet"
      onClick={() => onAct({ kind: 'void', payout })}
      aria-label={`Void Payout ${payout.payout_number}`}
    >
      Void Payout
    </Button>
  </div>
);
