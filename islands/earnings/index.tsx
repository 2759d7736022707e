import {
  type EarningsProps,
  ENTRIES_SHOWN,
  listLedger,
  listPayouts,
  showBalance,
} from '../../server/ledger/contract';
import { showDashboard } from '../../server/sellers/dashboard-contract';
import { call } from '../browser/api';
import { Dashboard } from '../dashboard/Dashboard';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { BalanceFigures } from './BalanceFigures';
import { LedgerSection } from './LedgerSection';
import { PayoutsSection } from './PayoutsSection';
import { StatementLink } from './StatementLink';

export default function Earnings(props: Partial<EarningsProps>) {
  const given = props.frame && (props as EarningsProps);
  const [loaded, refetch, { failed }] = usePreloaded(given, loadEarnings);
  useChannel('PurchaseOrdersChannel', refetch);
  if (!loaded)
    return failed ? (
      <Failed onRetry={refetch}>Your earnings could not be loaded.</Failed>
    ) : (
      <Skeleton shape="detail" label="Loading your earnings" />
    );
  return (
    <Dashboard
      frame={loaded.frame}
      tab="earnings"
      title="Earnings"
      lede="What buyers paid you, what's available and what we've paid out."
      actions={<StatementLink months={loaded.months} />}
    >
      <ConnectionStatus />
      {loaded.entries.length === 0 ? <NoEarnings /> : <Books {...loaded} />}
    </Dashboard>
  );
}

async function loadEarnings(): Promise<EarningsProps> {
  const [{ frame }, balance, ledger, { payouts }] = await Promise.all([
    call(showDashboard, {}),
    call(showBalance, {}),
    call(listLedger, {}, undefined, { per: ENTRIES_SHOWN }),
    call(listPayouts, {}),
  ]);
  if (!frame) throw new Error('Only sellers have earnings');
  return { frame, balance, ...ledger, payouts };
}

const NoEarnings = () => (
  <Empty icon="tag" title="No earnings yet" action={<Button href="/my_orders">View My Orders</Button>}>
    Your earnings appear here after your first paid order.
  </Empty>
);

const Books = ({ balance, entries, next_release, claim_days, payouts }: EarningsProps) => (
  <div className="stack loose">
    <BalanceFigures balance={balance} next={next_release} claimDays={claim_days} />
    <PayoutsSection payouts={payouts} />
    <LedgerSection entries={entries} />
  </div>
);
