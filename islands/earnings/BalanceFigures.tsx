import { dollars, signedDollars } from '../../server/contract/money';
import type { Balance, NextRelease } from '../../server/ledger/contract';
import { useDates } from '../ui/dates';
import { Notice } from '../ui/feedback';

interface Props {
  balance: Balance;
  next: NextRelease | null;
}

/** In the order in which money moves: from the buyer's payment to the seller's bank. */
export function BalanceFigures({ balance, next }: Props) {
  return (
    <section className="stack tight" aria-label="Your balance">
      <div className="figures joined">
        <Figure amount={signedDollars(balance.pending_cents)} label="Pending" />
        <Figure amount={signedDollars(balance.available_cents)} label="Available" />
        <Figure amount={dollars(balance.in_payout_cents)} label="In payout" />
        <Figure amount={dollars(balance.paid_cents)} label="Paid out" />
      </div>
      {balance.available_cents < 0 && (
        <Notice tone="yellow" title={`Your balance is ${signedDollars(balance.available_cents)}`}>
          A refund was made after a payout. We deduct this amount from your next payouts.
        </Notice>
      )}
      <WhatsNext balance={balance} next={next} />
    </section>
  );
}

const Figure = ({ amount, label }: { amount: string; label: string }) => (
  <div className="figure">
    <b>{amount}</b>
    <span>{label}</span>
  </div>
);

/** How much comes when. */
function WhatsNext({ balance, next }: Props) {
  const { day } = useDates();
  return (
    <div className="whats-next">
      {balance.available_cents > 0 && (
        <p>{`${signedDollars(balance.available_cents)} is part of your next payout.`}</p>
      )}
      {next && (
        <p>
          <b>{signedDollars(next.amount_cents)}</b> becomes available{' '}
          <time dateTime={next.at}>{day(next.at)}</time>.
        </p>
      )}
    </div>
  );
}
