import { useState } from 'react';
import { dollars } from '../../server/contract/money';
import {
  listRefundsToSettle,
  type Refund,
  retryRefund,
  settleRefund,
} from '../../server/payments/refunds/contract';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { FormError } from '../forms/form-error';
import { TextField } from '../forms/text-field';
import { useChannel } from '../live/cable';
import { Button } from '../ui/button';
import { Failed } from '../ui/empty';
import { Confirm } from '../ui/modal';
import { type Column, Table } from '../ui/table';
import { useAct } from './use-act';

/** Refunds that failed, and those of payments that staff confirmed without Stripe. Nothing while there are none. */
export function RefundsToSettle() {
  const [loaded, refetch, { failed }] = usePreloaded(undefined, () => call(listRefundsToSettle, {}));
  useChannel('PurchaseOrdersChannel', refetch);
  const [settled, setSettled] = useState<Refund | null>(null);
  const { busy, problem, run } = useAct();
  if (failed) return <Failed onRetry={() => void refetch()}>The refunds could not be loaded.</Failed>;
  if (!loaded || loaded.refunds.length === 0) return null;
  const retry = async ({ id }: Refund) => {
    await run(() => call(retryRefund, { id }));
    await refetch();
  };
  return (
    <div className="stack tight">
      <h2>Refunds to settle</h2>
      <FormError>{problem}</FormError>
      <Table
        caption="Refunds to settle"
        rows={loaded.refunds}
        rowKey={({ id }) => id}
        cards
        columns={[
          ...columns,
          {
            key: 'actions',
            head: 'Action',
            cell: (refund) => (
              <div className="button-row">
                {refund.status === 'failed' && (
                  <Button size="small" busy={busy} onClick={() => void retry(refund)}>
                    Retry Refund
                  </Button>
                )}
                <Button size="small" onClick={() => setSettled(refund)}>
                  Mark as Settled
                </Button>
              </div>
            ),
          },
        ]}
      />
      {settled && <SettleDialog refund={settled} onClose={() => setSettled(null)} onChange={refetch} />}
    </div>
  );
}

const columns: readonly Column<Refund>[] = [
  {
    key: 'po_number',
    head: 'Order',
    rowHead: true,
    cell: ({ po_number, purchase_order_id }) => (
      <a className="nowrap" href={`/admin/purchase_orders/${purchase_order_id}`}>
        {po_number}
      </a>
    ),
  },
  { key: 'buyer_name', head: 'Buyer', cell: ({ buyer_name }) => buyer_name },
  { key: 'amount_cents', head: 'Amount', num: true, cell: ({ amount_cents }) => dollars(amount_cents) },
  {
    key: 'status',
    head: 'Reason',
    cell: ({ status, failure }) =>
      status === 'manual' ? 'Paid outside Stripe' : `Failed: ${failure ?? 'Stripe gave no reason'}`,
  },
];

interface SettleProps {
  refund: Refund;
  onClose: () => void;
  onChange: () => unknown;
}

function SettleDialog({ refund, onClose, onChange }: SettleProps) {
  const [reference, setReference] = useState('');
  const [isTried, setTried] = useState(false);
  const { busy, problem, run } = useAct();
  async function settle() {
    setTried(true);
    if (reference.trim() === '') return;
    const isDone = await run(() => call(settleRefund, { id: refund.id }, { reference }));
    await onChange();
    if (isDone) onClose();
  }
  return (
    <Confirm
      title={`Mark ${dollars(refund.amount_cents)} for ${refund.po_number} as settled?`}
      open
      busy={busy}
      confirmLabel="Mark as Settled"
      onConfirm={() => void settle()}
      onCancel={onClose}
    >
      <div className="stack">
        <p>{`Send the money to ${refund.buyer_name} first. They get an email about it.`}</p>
        <TextField
          label="Reference"
          name="reference"
          value={reference}
          onChange={setReference}
          error={isTried && reference.trim() === '' && 'Required'}
        />
        <FormError>{problem}</FormError>
      </div>
    </Confirm>
  );
}
