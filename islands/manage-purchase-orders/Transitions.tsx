import { useState } from 'react';
import { dollars } from '../../server/contract/money';
import { type AdminPurchaseOrder, type OrderEvent, orderEventLabels } from '../../server/orders/contract';
import { Button } from '../kit/button';
import { TextField } from '../kit/field';
import { Modal } from '../kit/modal';

interface Facts {
  carrier?: string;
  tracking_number?: string;
  reason?: string;
}

interface Props {
  order: AdminPurchaseOrder['attributes'];
  busy: boolean;
  onFire: (event: OrderEvent, facts: Facts) => void;
}

/** The usual next step of every status stands out. */
const USUAL: ReadonlySet<OrderEvent> = new Set(['ship', 'receive', 'pay_in_full', 'complete']);
/** Asked for more, or twice, before they are done. */
const ASKED: ReadonlySet<OrderEvent> = new Set(['ship', 'cancel', 'confirm_payment']);

/** One visible button per allowed transition (spec 2, section 2). */
export function Transitions({ order, busy, onFire }: Props) {
  const [asked, setAsked] = useState<OrderEvent | null>(null);
  const [facts, setFacts] = useState<Facts>({});
  const field = (name: keyof Facts, label: string) => (
    <TextField
      label={label}
      name={name}
      optional
      value={facts[name] ?? ''}
      onChange={(value) => setFacts({ ...facts, [name]: value })}
    />
  );
  return (
    <>
      <div className="button-row">
        {order.allowed_state_transitions.map(({ event }) => (
          <Button
            key={event}
            size="small"
            tone={event === 'cancel' ? 'danger' : USUAL.has(event) ? 'primary' : undefined}
            disabled={busy}
            onClick={() => (ASKED.has(event) ? setAsked(event) : onFire(event, {}))}
          >
            {orderEventLabels[event]}
          </Button>
        ))}
      </div>
      <Modal
        title={asked === 'cancel' ? `Cancel ${order.po_number}?` : asked ? orderEventLabels[asked] : ''}
        open={asked !== null}
        onClose={() => setAsked(null)}
        size="small"
        footer={
          asked && (
            <>
              <Button onClick={() => setAsked(null)}>Back</Button>
              <Button
                tone={asked === 'cancel' ? 'danger' : 'primary'}
                onClick={() => {
                  setAsked(null);
                  setFacts({});
                  onFire(asked, facts);
                }}
              >
                {orderEventLabels[asked]}
              </Button>
            </>
          )
        }
      >
        <p>
          {order.po_number}, {dollars(order.total_cents)}: {order.buyer_name} from {order.seller_name}
        </p>
        {asked === 'ship' && (
          <>
            {field('carrier', 'Carrier')}
            {field('tracking_number', 'Tracking number')}
          </>
        )}
        {asked === 'cancel' && (
          <>
            <p>The units go back to the seller; what was paid is refunded.</p>
            {field('reason', 'Reason')}
          </>
        )}
        {asked === 'confirm_payment' && (
          <>
            <p>An open checkout ends first. The order says that staff confirmed the payment.</p>
            {field('reason', 'Reason')}
          </>
        )}
      </Modal>
    </>
  );
}
