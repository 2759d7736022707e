import { useState } from 'react';
import { counted, dollars } from '../../server/contract/money';
import type { Payout } from '../../server/ledger/contract';
import { referenceText } from '../../server/ledger/rules';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { day } from '../ui/dates';
import { Empty } from '../ui/empty';
import { type Column, Table } from '../ui/table';
import { PayoutDialog } from './PayoutDialog';
import { payoutLabels, payoutTones } from './wording';

export function PayoutsSection({ payouts }: { payouts: Payout[] }) {
  const [opened, setOpened] = useState<Payout | null>(null);
  const columns: Column<Payout>[] = [
    {
      key: 'number',
      head: 'Payout',
      rowHead: true,
      cell: (payout) => (
        <Button tone="link" onClick={() => setOpened(payout)} aria-label={`View ${payout.payout_number}`}>
          {payout.payout_number}
        </Button>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      line: 'badge',
      cell: ({ status }) => <Badge tone={payoutTones[status]}>{payoutLabels[status]}</Badge>,
    },
    {
      key: 'paid',
      head: 'Paid on',
      line: 'fact',
      cell: ({ paid_on, orders }) => (
        <>
          {paid_on ? day(paid_on) : <span className="no-line">–</span>}
          <span className="line-only">{`${paid_on ? ' · ' : ''}${counted(orders, 'order')}`}</span>
        </>
      ),
    },
    { key: 'reference', head: 'Reference', cell: ({ reference }) => referenceText(reference) },
    { key: 'orders', head: 'Orders', num: true, cell: ({ orders }) => orders },
    {
      key: 'amount',
      head: 'Amount',
      num: true,
      line: 'amount',
      cell: ({ amount_cents }) => dollars(amount_cents),
    },
  ];
  return (
    <div className="stack tight">
      <h2>Payouts</h2>
      <Table
        caption="Payouts"
        rows={payouts}
        rowKey={({ id }) => id}
        columns={columns}
        dense
        lines
        empty={
          <Empty inline icon="clock" title="No payouts yet">
            Payouts appear here once your available balance is paid out.
          </Empty>
        }
      />
      {opened && <PayoutDialog payout={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
