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

/** Shipped, or received and still within the days for claims. */
const isClaimable = ({ status, claim_until }: Props['order']) =>
  status === 'shipped' || (claim_until !== null && new Date(claim_until) > new Date());

/** Staff release earnings early, and book what was refunded at Stripe itself. */
export function MoneyActs({ order, claims, onChange }: Props) {
  const [opened, setOpened] = useState<'release' | 'book' | null>(null);
  const { earnings } = order;
  if (!earnings || earnings.status === 'canceled') return null;
  const isClaimed = claims.loaded?.claims.some(isUndecided) ?? false;
  const dialog = { order, onChange, onClose: () => setOpened(null) };
  return (
    <>
      <div className="button-row">
        {earnings.status === 'pending' && !isClaimed && order.claim_until !== null && (
          <Button size="small" onClick={() => setOpened('release')}>
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
    </>
  );
}
