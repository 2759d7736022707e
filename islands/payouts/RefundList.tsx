import { useEffect, useRef, useState } from 'react';
import { dollars } from '../../server/contract/money';
import { type Refund, retryRefund, settleRefund } from '../../server/payments/refunds/contract';
import { settleRefundBody } from '../../server/payments/refunds/schema';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { FormError, Notice } from '../ui/feedback';
import { type Column, Table } from '../ui/table';

interface Props {
  refunds: Refund[];
  /** The one that a link points at; 0 for none. */
  pointedAt: number;
  onChange: () => void;
}

/** Refunds that failed at Stripe, and those of payments that staff confirmed without it. Hidden without any. */
export function RefundList({ refunds, pointedAt, onChange }: Props) {
  const [settled, setSettled] = useState<Refund | null>(null);
  const { busy, problem, run } = useAct();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('tr.selected')?.scrollIntoView({ block: 'center' });
  }, []);
  if (refunds.length === 0)
    return pointedAt === 0 ? null : <Notice tone="green">This refund is settled.</Notice>;
  const isPointedAt = ({ id }: Refund) => id === pointedAt;
  const retry = (refund: Refund) =>
    run(async () => {
      await call(retryRefund, { id: refund.id });
      notify('success', `Refund for ${refund.po_number} sent again`);
      onChange();
    });
  return (
    <div ref={list} id="refunds" className="stack">
      <h2>Refunds to settle</h2>
      {pointedAt !== 0 && !refunds.some(isPointedAt) && (
        <Notice tone="green">That refund is settled. These are still open.</Notice>
      )}
      <FormError>{problem}</FormError>
      <Table
        caption="Refunds to settle"
        rows={refunds}
        rowKey={({ id }) => id}
        rowClass={(refund) => (isPointedAt(refund) ? 'selected' : undefined)}
        columns={columnsWith(busy, (refund) => void retry(refund), setSettled)}
        dense
        lines="wide"
      />
      {settled && <SettleDialog refund={settled} onChange={onChange} onClose={() => setSettled(null)} />}
    </div>
  );
}

type OnRefund = (refund: Refund) => void;

const columnsWith = (busy: boolean, onRetry: OnRefund, onSettle: OnRefund): Column<Refund>[] => [
  {
    key: 'order',
    head: 'Order',
    rowHead: true,
    cell: ({ purchase_order_id, po_number }) => (
      <a className="nowrap" href={`/admin/purchase_orders/${purchase_order_id}`}>
        {po_number}
      </a>
    ),
  },
  {
    key: 'buyer',
    head: 'Buyer',
    line: 'fact',
    cell: ({ buyer_name, failure }) => (
      <>
        {buyer_name}
        {failure && <span className="line-only"> · {failure}</span>}
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    line: 'badge',
    cell: ({ status, failure }) => (
      <>
        <Badge tone={status === 'failed' ? 'red' : 'yellow'}>
          {status === 'failed' ? 'Failed' : 'Manual'}
        </Badge>
        <div className="faint tiny no-line">{failure ?? (status === 'manual' && 'Paid outside Stripe')}</div>
      </>
    ),
  },
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
    cell: (refund) => (
      <div className="button-row">
        {refund.status === 'failed' && (
          <Button size="small" busy={busy} onClick={() => onRetry(refund)}>
            Retry Refund
          </Button>
        )}
        <Button size="small" onClick={() => onSettle(refund)}>
          Mark as Refunded
        </Button>
      </div>
    ),
  },
];

interface SettleProps {
  refund: Refund;
  onChange: () => void;
  onClose: () => void;
}

const SettleDialog = ({ refund, ...handlers }: SettleProps) => (
  <FormDialog
    {...handlers}
    title={`Mark ${refund.po_number} as refunded?`}
    schema={settleRefundBody}
    initial={{ reference: '' }}
    confirm="Mark as Refunded"
    send={async (values) => {
      await call(settleRefund, { id: refund.id }, values);
      return `Refund for ${refund.po_number} settled`;
    }}
  >
    {(form) => (
      <>
        <p>
          {dollars(refund.amount_cents)} to {refund.buyer_name}, which you sent yourself. We email the buyer.
        </p>
        <TextField {...form.field('reference')} label="Reference" required maxLength={200} autoFocus />
      </>
    )}
  </FormDialog>
);
