import { dollars, signedDollars } from '../../server/contract/money';
import { type Payout, type PayoutItem, showPayout } from '../../server/ledger/contract';
import { call } from '../browser/api';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { type Column, Table } from '../ui/table';

const columns: Column<PayoutItem>[] = [
  {
    key: 'order',
    head: 'Order',
    rowHead: true,
    cell: ({ purchase_order_id, po_number, buyer_name, kind, claim_number }) => (
      <>
        <a href={`/my_orders/${purchase_order_id}`}>{po_number}</a>
        <div className="muted small">
          {[kind === 'refund' ? 'Refund' : null, claim_number, buyer_name].filter(Boolean).join(' · ')}
        </div>
      </>
    ),
  },
  { key: 'amount', head: 'Amount', num: true, cell: ({ amount_cents }) => signedDollars(amount_cents) },
];

/** The orders and refunds that a payout is made of. */
export function PayoutDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const [loaded, refetch, { failed }] = usePreloaded(undefined as PayoutItem[] | undefined, async () => {
    const answer = await call(showPayout, { id: payout.id });
    return answer.payout.items;
  });
  return (
    <Modal title={`${payout.payout_number}: ${dollars(payout.amount_cents)}`} open onClose={onClose}>
      {loaded ? (
        <Table
          caption={`Orders of ${payout.payout_number}`}
          rows={loaded}
          rowKey={({ po_number, kind, claim_number, amount_cents }) =>
            [po_number, kind, claim_number, amount_cents].join(' ')
          }
          columns={columns}
        />
      ) : failed ? (
        <Failed onRetry={refetch}>The orders of this payout could not be loaded.</Failed>
      ) : (
        <Skeleton shape="lines" label="Loading the orders of this payout" />
      )}
    </Modal>
  );
}
