import { useState } from 'react';
import { dollars } from '../../server/contract/money';
import { orderEventLabels } from '../../server/orders/contract';
import type { AdminPurchaseOrder } from '../../server/orders/staff-contract';
import type { OrderEvent } from '../../server/orders/state-contract';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { ASKED, type Facts, TransitionFields } from './asked-facts';

interface Props {
  order: AdminPurchaseOrder['attributes'];
  /** The event in progress. */
  busy: OrderEvent | null;
  /** The order as shown when a button was pressed; null if it left the list. */
  pressed: () => AdminPurchaseOrder['attributes'] | null;
  onFire: (order: AdminPurchaseOrder['attributes'], event: OrderEvent, facts: Facts) => void;
  leftBecause: string | null;
}

/** The usual next step of a status; its button is primary. */
const USUAL: ReadonlySet<OrderEvent> = new Set(['ship', 'receive', 'pay_in_full', 'complete']);

export function Transitions({ order, busy, pressed, onFire, leftBecause }: Props) {
  const [asking, setAsking] = useState<{ event: OrderEvent; order: Props['order'] } | null>(null);
  const asked = asking?.event ?? null;
  const [facts, setFacts] = useState<Facts>({});
  function press(event: OrderEvent) {
    const shown = busy === null ? pressed() : null;
    if (!shown) return;
    if (ASKED.has(event)) setAsking({ event, order: shown });
    else onFire(shown, event, {});
  }

  return (
    <>
      {leftBecause !== null && <p className="left-reason tiny">{leftBecause}</p>}
      <div className="button-row">
        {order.allowed_state_transitions.map(({ event }) => (
          <Button
            key={event}
            size="small"
            tone={event === 'cancel' ? 'danger' : USUAL.has(event) ? 'primary' : undefined}
            busy={busy === event}
            aria-disabled={(busy !== null && busy !== event) || undefined}
            disabled={leftBecause !== null}
            onClick={() => press(event)}
          >
            {orderEventLabels[event]}
          </Button>
        ))}
      </div>
      <Modal
        title={
          asked === 'cancel' ? `Cancel ${asking?.order.po_number}?` : asked ? orderEventLabels[asked] : ''
        }
        open={asking !== null}
        onClose={() => setAsking(null)}
        size="small"
        footer={
          asking && (
            <>
              <Button onClick={() => setAsking(null)}>Back</Button>
              <Button
                tone={asking.event === 'cancel' ? 'danger' : 'primary'}
                onClick={() => {
                  setAsking(null);
                  setFacts({});
                  onFire(asking.order, asking.event, facts);
                }}
              >
                {orderEventLabels[asking.event]}
              </Button>
            </>
          )
        }
      >
        <div className="stack">
          <p>
            {asking &&
              `${asking.order.po_number}, ${dollars(asking.order.total_cents)}: ${asking.order.buyer_name} from ${asking.order.seller_name}`}
          </p>
          {asked && <TransitionFields event={asked} facts={facts} onFacts={setFacts} />}
        </div>
      </Modal>
    </>
  );
}
