import { useState } from 'react';
import { dollars } from '../../server/contract/money';
import type { AdminPurchaseOrder } from '../../server/orders/admin-contract';
import { type OrderEvent, orderEventLabels } from '../../server/orders/contract';
import { Button } from '../kit/button';
import { Modal } from '../kit/modal';
import { ASKED, AskedFacts, type Facts } from './asked-facts';

interface Props {
  order: AdminPurchaseOrder['attributes'];
  /** What is being done to it. */
  busy: OrderEvent | null;
  onFire: (event: OrderEvent, facts: Facts) => void;
}

/** The usual next step of every status stands out. */
const USUAL: ReadonlySet<OrderEvent> = new Set(['ship', 'receive', 'pay_in_full', 'complete']);

/** One visible button per allowed transition (spec 2, section 2). */
export function Transitions({ order, busy, onFire }: Props) {
  const [asked, setAsked] = useState<OrderEvent | null>(null);
  const [facts, setFacts] = useState<Facts>({});
  return (
    <>
      <div className="button-row">
        {order.allowed_state_transitions.map(({ event }) => (
          <Button
            key={event}
            size="small"
            tone={event === 'cancel' ? 'danger' : USUAL.has(event) ? 'primary' : undefined}
            busy={busy === event}
            aria-disabled={(busy !== null && busy !== event) || undefined}
            onClick={() => {
              if (busy === null) ASKED.has(event) ? setAsked(event) : onFire(event, {});
            }}
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
        <div className="stack">
          <p>
            {order.po_number}, {dollars(order.total_cents)}: {order.buyer_name} from {order.seller_name}
          </p>
          {asked && <AskedFacts event={asked} facts={facts} onFacts={setFacts} />}
        </div>
      </Modal>
    </>
  );
}
