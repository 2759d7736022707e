import type { OrderEvent } from '../../server/orders/rules';
import type { EventDetails, Order } from './event-details';
import { OrderPanel } from './OrderPanel';
import { Transitions } from './Transitions';
import { useStaffOrder } from './use-staff-order';

interface Props {
  opened: number;
  onClose: () => void;
  orders: readonly Order[];
  busyWith: (id: number) => OrderEvent | null;
  applyEvent: (order: Order, event: OrderEvent, details: EventDetails) => Promise<boolean>;
}

/** The panel's order may be on another page of the list than the one shown. */
export function OpenedOrder({ opened, orders, onClose, busyWith, applyEvent }: Props) {
  const inList = orders.find(({ id }) => id === opened);
  const source = useStaffOrder(opened, String(inList?.version));
  const order = source.loaded?.order;

  function close() {
    onClose();
    requestAnimationFrame(() => document.getElementById(`order-${opened}`)?.focus());
  }

  return (
    <OrderPanel
      opened={source}
      number={inList?.po_number ?? ''}
      onClose={close}
      actions={
        order && (
          <Transitions
            key={order.id}
            order={order}
            busy={busyWith(order.id)}
            pressed={() => order}
            onEvent={async (...event) => {
              const moved = await applyEvent(...event);
              source.retry();
              return moved;
            }}
          />
        )
      }
    />
  );
}
