import { useState } from 'react';
import type { PurchaseOrder } from '../../server/orders/contract';
import { Button } from '../ui/button';
import { BookDialog } from './BookDialog';
import { ReleaseDialog } from './ReleaseDialog';

interface Props {
  order: PurchaseOrder['attributes'];
  onChange: () => void;
}

/** Staff release earnings early, and book what was refunded at Stripe itself. */
export function MoneyActs({ order, onChange }: Props) {
  const [opened, setOpened] = useState<'release' | 'book' | null>(null);
  const { earnings } = order;
  if (!earnings || earnings.status === 'canceled') return null;
  const isReceived = order.claim_until !== null;
  const dialog = { order, onChange, onClose: () => setOpened(null) };
  return (
    <section className="card stack tight" aria-label="Money">
      <h2>Money</h2>
      <div className="button-row">
        {earnings.status === 'pending' && (
          <Button
            size="small"
            disabled={!isReceived}
            reason="Earnings can be released after receipt."
            onClick={() => setOpened('release')}
          >
            Release Earnings
          </Button>
        )}
        <Button size="small" onClick={() => setOpened('book')}>
          Book a Refund
        </Button>
      </div>
      {opened === 'release' && <ReleaseDialog {...dialog} />}
      {opened === 'book' && <BookDialog {...dialog} />}
    </section>
  );
}
