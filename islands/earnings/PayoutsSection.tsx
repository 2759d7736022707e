import { useState } from 'react';
import { dollars } from '../../server/contract/money';
import type { Payout } from '../../server/ledger/contract';
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
      cell: ({ status }) => <Badge tone={payoutTones[status]}>{payoutLabels[status]}</Badge>,
    },
    { key: 'paid', head: 'Paid on', cell: ({ paid_on }) => (paid_on ? day(paid_on) : '–') },
    { key: 'reference', head: 'Reference', cell: ({ reference }) => reference ?? '–' },
    { key: 'orders', head: 'Orders', num: true, cell: ({ orders }) => orders },
    { key: 'amount', head: 'Amount', num: true, cell: ({ amount_cents }) => dollars(amount_cents) },
  ];
  return (
    <div className="stack">
      <h2>Payouts</h2>
      <Table
        caption="Payouts"
        rows={payouts}
        rowKey={({ id }) => id}
        columns={columns}
        cards
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
