import { dollars, signedDollars } from '../../server/contract/money';
import type { Balance } from '../../server/ledger/contract';
import { Notice } from '../ui/notice';

export const BalanceFigures = ({ balance }: { balance: Balance }) => (
  <section className="stack" aria-label="Your balance">
    <div className="figures">
      <div className="figure">
        <b>{signedDollars(balance.available_cents)}</b>
        <span>Available</span>
      </div>
      <div className="figure">
        <b>{signedDollars(balance.pending_cents)}</b>
        <span>Pending</span>
      </div>
      <div className="figure">
        <b>{dollars(balance.in_payout_cents)}</b>
        <span>In payout</span>
      </div>
      <div className="figure">
        <b>{dollars(balance.paid_cents)}</b>
        <span>Paid out</span>
      </div>
    </div>
    {balance.available_cents < 0 ? (
      <Notice tone="yellow" title={`Your balance is ${signedDollars(balance.available_cents)}`}>
        A refund was made after a payout. We deduct this amount from your next payouts.
      </Notice>
    ) : (
      <p className="muted small">
        Earnings are pending until the time for claims has passed after receipt. Then they become available
        and are in the next payout.
      </p>
    )}
  </section>
);
