import { type StaffOrder, showStaffOrder } from '../../server/orders/staff-contract';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { OrderPage } from '../order-detail/OrderPage';
import { Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';

export default function ManagePurchaseOrder({ staff }: { staff?: StaffOrder }) {
  const id = staff?.order.id ?? Number(location.pathname.split('/').at(-1));
  const [loaded, refetch, { failed }] = usePreloaded(staff, () => call(showStaffOrder, { id }));
  useChannel('PurchaseOrdersChannel', refetch);
  const data = loaded?.document.data[0];
  if (!loaded || !data)
    return failed ? (
      <Failed onRetry={refetch}>The order could not be loaded.</Failed>
    ) : (
      <Skeleton shape="lines" label="Loading the order" />
    );
  const document = { data, included: loaded.document.included, activity: loaded.activity };
  return (
    <>
      <ConnectionStatus />
      <OrderPage document={document} side="staff" refetch={refetch} />
    </>
  );
}
