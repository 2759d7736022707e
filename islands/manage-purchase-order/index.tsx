import type { PropsOf } from '../../server/contract/island';
import { isUndecided } from '../../server/contract/undecided-claims';
import {
  type managePurchaseOrder,
  type StaffOrder,
  showStaffOrder,
} from '../../server/orders/staff/contract';
import { call } from '../browser/api';
import { givenId } from '../browser/navigation';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { Transitions } from '../manage-purchase-orders/Transitions';
import { useOrderEvents } from '../manage-purchase-orders/use-order-events';
import { OrderPage } from '../order-detail/OrderPage';
import type { LoadedClaims } from '../order-detail/use-claims';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { MoneyActs } from './MoneyActs';
import { StaffFacts } from './StaffFacts';
import { TypeShipTo } from './TypeShipTo';

export default function ManagePurchaseOrder({ staff }: PropsOf<typeof managePurchaseOrder>) {
  const id = staff?.order.id ?? givenId('manage-purchase-order', 'orderId', -1);
  const [loaded, refetch, { failed }] = usePreloaded(staff, () => call(showStaffOrder, { id }));
  const { busyWith, applyEvent } = useOrderEvents(refetch);
  useChannel('PurchaseOrdersChannel', refetch);
  const data = loaded?.document.data[0];
  if (!loaded || !data)
    return failed ? (
      <Failed onRetry={refetch}>The order could not be loaded.</Failed>
    ) : (
      <Skeleton shape="lines" label="Loading the order" />
    );
  return (
    <>
      <ConnectionStatus />
      <OrderPage
        document={{ data, included: loaded.document.included, activity: loaded.activity }}
        side="staff"
        refetch={refetch}
        acts={(claims) => {
          const order = withPossibleEvents(loaded.order, claims);
          return (
            order.allowed_state_transitions.length > 0 && (
              <Transitions order={order} busy={busyWith(id)} pressed={() => order} onEvent={applyEvent} />
            )
          );
        }}
        shipToAct={<TypeShipTo order={data.attributes} onChange={() => void refetch()} />}
        moneyActs={(claims) => (
          <MoneyActs order={data.attributes} claims={claims} onChange={() => void refetch()} />
        )}
        aside={<StaffFacts opened={loaded} />}
      />
    </>
  );
}

/** An open claim is named above the buttons, so those that it holds up are left out. */
function withPossibleEvents(order: StaffOrder['order'], { loaded }: LoadedClaims) {
  if (!loaded?.claims.some(isUndecided)) return order;
  return {
    ...order,
    allowed_state_transitions: order.allowed_state_transitions.filter(
      ({ blocked_because }) => !blocked_because,
    ),
  };
}
