import { useEffect } from 'react';
import type { PropsOf } from '../../server/contract/island';
import {
  type EarningsProps,
  ENTRIES_SHOWN,
  type earnings,
  listLedger,
  listPayouts,
  showBalance,
} from '../../server/ledger/contract';
import { readFirstStep, showDashboard } from '../../server/sellers/contract';
import { call } from '../browser/api';
import { Dashboard } from '../dashboard/Dashboard';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { BalanceFigures } from './BalanceFigures';
import { HowYouArePaid } from './HowYouArePaid';
import { LedgerSection } from './LedgerSection';
import { PayoutsSection } from './PayoutsSection';
import { StatementLink } from './StatementLink';

export default function Earnings(props: PropsOf<typeof earnings>) {
  const given = props.frame && (props as EarningsProps);
  const [loaded, refetch, { failed }] = usePreloaded(given, loadEarnings);
  useChannel('PurchaseOrdersChannel', refetch);
  const isUnread = loaded?.frame.first_steps?.includes('payment') === true;
  useEffect(() => {
    if (isUnread) call(readFirstStep, {}, { step: 'payment' }).catch(() => undefined);
  }, [isUnread]);
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
      <div className="stack loose">
        {loaded.entries.length === 0 ? <NoEarnings /> : <Books {...loaded} />}
        <HowYouArePaid
          feeBps={loaded.fee_bps}
          claimDays={loaded.claim_days}
          contactEmail={loaded.contact_email}
        />
      </div>
    </Dashboard>
  );
}

async function loadEarnings(): Promise<EarningsProps> {
  const [{ frame, fee_bps, contact_email }, balance, ledger, { payouts }] = await Promise.all([
    call(showDashboard, {}),
    call(showBalance, {}),
    call(listLedger, {}, undefined, { per: ENTRIES_SHOWN }),
    call(listPayouts, {}),
  ]);
  if (!frame) throw new Error('Only sellers have earnings');
  return { frame, fee_bps, contact_email, balance, ...ledger, payouts };
}

const NoEarnings = () => (
  <Empty icon="tag" title="No earnings yet" action={<Button href="/my_orders">View My Orders</Button>}>
    Your earnings appear here after your first paid order.
  </Empty>
);

const Books = ({ entries, payouts, balance, next_release }: EarningsProps) => (
  <>
    <BalanceFigures balance={balance} next={next_release} />
    <PayoutsSection payouts={payouts} />
    <LedgerSection entries={entries} payouts={payouts} />
  </>
);
