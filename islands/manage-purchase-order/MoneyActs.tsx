import { useState } from 'react';
import { isUndecided } from '../../server/contract/undecided-claims';
import type { PurchaseOrder } from '../../server/orders/contract';
import type { LoadedClaims } from '../order-detail/use-claims';
import { Button } from '../ui/button';
import { BookDialog } from './BookDialog';
import { ReleaseDialog } from './ReleaseDialog';

interface Props {
  order: PurchaseOrder['attributes'];
  claims: LoadedClaims;
  onChange: () => void;
}

const CLAIMED = 'This order has an open claim. Decide it first.';
const NOT_RECEIVED = 'Earnings can be released after receipt.';

/** Shipped, or received and still within the days for claims. */
const isClaimable = ({ status, claim_until }: Props['order']) =>
  status === 'shipped' || (claim_until !== null && new Date(claim_until) > new Date());

/** Staff release earnings early, and book what was refunded at Stripe itself. */
export function MoneyActs({ order, claims, onChange }: Props) {
  const [opened, setOpened] = useState<'release' | 'book' | null>(null);
  const { earnings } = order;
  if (!earnings || earnings.status === 'canceled') return null;
  const isClaimed = claims.loaded?.claims.some(isUndecided) ?? false;
  const obstacle = isClaimed ? CLAIMED : order.claim_until === null ? NOT_RECEIVED : null;
  const dialog = { order, onChange, onClose: () => setOpened(null) };
  return (
    <section className="card stack tight" aria-label="Money">
      <h2>Money</h2>
      <div className="button-row">
        {earnings.status === 'pending' && (
          <Button
            size="small"
            disabled={obstacle !== null}
            reason={obstacle ?? undefined}
            onClick={() => setOpened('release')}
          >
            Release Earnings
          </Button>
        )}
        <Button size="small" onClick={() => setOpened('book')}>
          Record a Refund
        </Button>
      </div>
      {isClaimable(order) && !isClaimed && (
        <p className="muted small">
          {`To refund products, ask ${order.buyer_name} to choose Report a Problem. You decide the claim.`}
        </p>
      )}
      {opened === 'release' && <ReleaseDialog {...dialog} />}
      {opened === 'book' && <BookDialog {...dialog} />}
    </section>
  );
}
