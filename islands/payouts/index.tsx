import { listStaffPayouts, type StaffPayouts } from '../../server/ledger/staff-contract';
import { listRefundsToSettle, type Refund } from '../../server/payments/refunds/contract';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';
import { PayoutList } from './PayoutList';
import { RefundList } from './RefundList';
import { SellerList } from './SellerList';

type Props = StaffPayouts & { refunds: Refund[] };

export default function Payouts(props: Partial<Props>) {
  const [loaded, refetch, { failed }] = usePreloaded(props.sellers && (props as Props), loadPayouts);
  useChannel('PurchaseOrdersChannel', refetch);
  if (!loaded)
    return failed ? (
      <Failed onRetry={refetch}>The payouts could not be loaded.</Failed>
    ) : (
      <Skeleton shape="detail" label="Loading the payouts" />
    );
  const onChange = () => void refetch();
  return (
    <div className="stack">
      <ConnectionStatus />
      <SellerList sellers={loaded.sellers} minimum={loaded.minimum_cents} onChange={onChange} />
      <PayoutList payouts={loaded.payouts} onChange={onChange} />
      <RefundList refunds={loaded.refunds} onChange={onChange} />
    </div>
  );
}

async function loadPayouts(): Promise<Props> {
  const [list, { refunds }] = await Promise.all([call(listStaffPayouts, {}), call(listRefundsToSettle, {})]);
  return { ...list, refunds };
}
