import { useState } from 'react';
import { type Cents, dollars, signedDollars } from '../../server/contract/money';
import type { SellerBalance } from '../../server/ledger/staff-contract';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { type Column, Table } from '../ui/table';
import { BatchDialog } from './BatchDialog';
import { NoteDialog } from './NoteDialog';

interface Props {
  sellers: SellerBalance[];
  minimum: Cents;
  onChange: () => void;
}

export function SellerList({ sellers, minimum, onChange }: Props) {
  const [noted, setNoted] = useState<SellerBalance | null>(null);
  const [isBatch, setBatch] = useState(false);
  const payable = sellers.filter(({ available_cents }) => available_cents >= minimum);
  return (
    <div className="stack">
      <div className="section-head">
        <h2>Balances</h2>
        <Button
          tone="primary"
          disabled={payable.length === 0}
          reason={`No seller has ${dollars(minimum)} or more available.`}
          onClick={() => setBatch(true)}
        >
          Create Payout Batch
        </Button>
      </div>
      <Table
        caption="Balances of sellers"
        rows={sellers}
        rowKey={({ seller_id }) => seller_id}
        columns={columnsWith(setNoted)}
        cards
        empty={
          <Empty icon="box" title="No balances yet">
            Sellers appear here after their first paid order.
          </Empty>
        }
      />
      {isBatch && <BatchDialog sellers={payable} onChange={onChange} onClose={() => setBatch(false)} />}
      {noted && <NoteDialog seller={noted} onChange={onChange} onClose={() => setNoted(null)} />}
    </div>
  );
}

const columnsWith = (onNote: (seller: SellerBalance) => void): Column<SellerBalance>[] => [
  {
    key: 'name',
    head: 'Seller',
    rowHead: true,
    cell: ({ seller_id, name }) => <a href={`/admin/sellers?seller=${seller_id}`}>{name}</a>,
  },
  { key: 'pending', head: 'Pending', num: true, cell: (row) => signedDollars(row.pending_cents) },
  { key: 'available', head: 'Available', num: true, cell: (row) => signedDollars(row.available_cents) },
  { key: 'in_payout', head: 'In payout', num: true, cell: (row) => dollars(row.in_payout_cents) },
  { key: 'paid', head: 'Paid', num: true, cell: (row) => dollars(row.paid_cents) },
  {
    key: 'note',
    head: 'Where to pay',
    cell: (seller) => (
      <>
        {seller.payout_note && <span>{seller.payout_note} </span>}
        <Button
          tone="link"
          onClick={() => onNote(seller)}
          aria-label={`${seller.payout_note ? 'Edit' : 'Add'} note for ${seller.name}`}
        >
          {seller.payout_note ? 'Edit Note' : 'Add Note'}
        </Button>
      </>
    ),
  },
];
