import type { PropsOf } from '../../server/contract/island';
import type { PayoutStatus } from '../../server/ledger/contract';
import {
  listStaffPayouts,
  PAYOUTS_PER_PAGE,
  type payouts as payoutsIsland,
  type StaffPayouts,
} from '../../server/ledger/staff/contract';
import { listRefundsToSettle, type Refund } from '../../server/payments/refunds/contract';
import { call } from '../browser/api';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { Failed, Skeleton } from '../ui/feedback';
import { useList } from '../ui/lists/use-list';
import { Figures } from './Figures';
import { PayoutList } from './PayoutList';
import { RefundList } from './RefundList';
import { SellerList } from './SellerList';

type Loaded = StaffPayouts & { refunds: Refund[] };

const DEFAULTS = { page: 1, status: '' as PayoutStatus | '', refund: 0 };
type Filter = typeof DEFAULTS;

/** A morning of staff: refunds that wait, payouts to mark as paid, sellers to pay. */
export default function Payouts({
  sellers,
  payouts,
  minimum_cents,
  meta,
  refunds,
  ...given
}: PropsOf<typeof payoutsIsland>) {
  const source = useList<Filter, Loaded>({
    path: '/admin/payouts',
    usual: DEFAULTS,
    given,
    list:
      sellers && payouts && minimum_cents !== undefined && meta && refunds
        ? { sellers, payouts, minimum_cents, meta, refunds }
        : undefined,
    load: loadPayouts,
  });
  const { list, refetch, failed, asked, ask, busy } = source;
  useChannel('PurchaseOrdersChannel', refetch);
  const failure = failed && <Failed onRetry={refetch}>The payouts could not be loaded.</Failed>;
  if (!list) return failure || <Skeleton shape="detail" label="Loading the payouts" />;
  const onChange = () => void refetch();
  return (
    <div className="stack payouts">
      <ConnectionStatus />
      {failure}
      <Figures list={list} onCreated={() => ask({ status: '' })} />
      <RefundList refunds={list.refunds} pointedAt={asked.refund} onChange={onChange} />
      <PayoutList list={list} asked={asked} busy={busy} ask={ask} onChange={onChange} />
      <SellerList sellers={list.sellers} onChange={onChange} />
    </div>
  );
}

async function loadPayouts({ page, status }: Filter): Promise<Loaded> {
  const [list, { refunds }] = await Promise.all([
    call(listStaffPayouts, {}, undefined, { page, status, per: PAYOUTS_PER_PAGE }),
    call(listRefundsToSettle, {}),
  ]);
  return { ...list, refunds };
}
