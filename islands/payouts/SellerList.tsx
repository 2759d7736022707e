import { useState } from 'react';
import { dollars, signedDollars } from '../../server/contract/money';
import type { SellerBalance } from '../../server/ledger/staff/contract';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { type Column, Table } from '../ui/table';
import { NoteDialog } from './NoteDialog';

interface Props {
  sellers: SellerBalance[];
  onChange: () => void;
}

/** Money of theirs can be moved, or is being moved. */
const isMoving = ({ available_cents, in_payout_cents }: SellerBalance) =>
  available_cents !== 0 || in_payout_cents !== 0;

const byAvailable = (one: SellerBalance, other: SellerBalance) => other.available_cents - one.available_cents;

/** Sellers whose balance can be paid, largest first; the rest are a press away. */
export function SellerList({ sellers, onChange }: Props) {
  const [noted, setNoted] = useState<SellerBalance | null>(null);
  const [isWhole, setWhole] = useState(false);
  const moving = sellers.filter(isMoving).sort(byAvailable);
  const others = sellers.filter((seller) => !isMoving(seller));
  const hidesOthers = others.length > 0 && moving.length > 0;
  return (
    <div className="stack">
      <h2>Balances</h2>
      <Table
        caption="Balances of sellers"
        rows={isWhole || !hidesOthers ? [...moving, ...others] : moving}
        rowKey={({ seller_id }) => seller_id}
        columns={columnsWith(setNoted)}
        dense
        lines
        empty={
          <Empty icon="box" title="No balances yet">
            Sellers appear here after their first paid order.
          </Empty>
        }
      />
      {hidesOthers && (
        <div className="button-row">
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show Fewer Sellers' : `Show All ${sellers.length} Sellers`}
          </Button>
        </div>
      )}
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
  {
    key: 'pending',
    head: 'Pending',
    num: true,
    line: 'fact',
    cell: (row) => (
      <div>
        <span className="line-only">Pending </span>
        {signedDollars(row.pending_cents)}
        <span className="line-only">
          {row.in_payout_cents > 0 && ` · In payout ${dollars(row.in_payout_cents)}`}
          {row.paid_cents > 0 && ` · Paid ${dollars(row.paid_cents)}`}
        </span>
      </div>
    ),
  },
  {
    key: 'available',
    head: 'Available',
    num: true,
    line: 'amount',
    cell: (row) => signedDollars(row.available_cents),
  },
  { key: 'in_payout', head: 'In payout', num: true, cell: (row) => dollars(row.in_payout_cents) },
  { key: 'paid', head: 'Paid', num: true, cell: (row) => dollars(row.paid_cents) },
  {
    key: 'note',
    head: 'Where to pay',
    line: 'actions',
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
