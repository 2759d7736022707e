import { dollars } from '../../server/contract/money';
import type { Offer } from '../../server/offers/contract';
import { isOpen, type Side } from '../../server/offers/state-contract';
import { Button } from '../ui/button';
import type { Counter } from './counter';
import type { Ending } from './EndDialog';

interface Props {
  offer: Offer;
  side: Side;
  counter: Counter;
  /** The action in progress. */
  busy: string | null;
  /** Submits the typed prices, or accepts if nothing was typed. */
  onMain: () => void;
  onEnd: (how: Ending) => void;
  /** Why the offer left; its buttons stay visible but disabled. */
  leftReason: string | null;
}

export function OfferActs({ offer: { attributes }, side, counter, busy, onMain, onEnd, leftReason }: Props) {
  const isLocked = busy !== null || leftReason !== null;
  if (!isOpen(attributes.state)) return null;
  return (
    <footer className="offer-card-foot">
      {attributes.can_accept ? (
        <>
          {leftReason !== null ? (
            <p className="left-reason">{leftReason}</p>
          ) : (
            <p className="consequence muted small">
              {counter.changed
                ? `Hands your prices to the ${side === 'buyer' ? 'seller' : 'buyer'}.`
                : `Creates a purchase order for ${dollars(attributes.total_cents)}.`}{' '}
              Price and stock are checked again when an offer is accepted.
            </p>
          )}
          <div className="button-row">
            {attributes.can_reject && (
              <Button
                tone="danger"
                disabled={!counter.canReject || isLocked}
                busy={busy === 'reject'}
                onClick={() => onEnd('reject')}
              >
                Reject
              </Button>
            )}
            <Button
              tone="primary"
              disabled={!counter.canSubmit || isLocked}
              busy={busy === 'main'}
              onClick={onMain}
            >
              {counter.label}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={leftReason === null ? 'muted small' : 'left-reason'}>
            {leftReason ?? `Waiting for the ${side === 'buyer' ? 'seller' : 'buyer'}.`}
          </p>
          {attributes.can_withdraw && (
            <div className="button-row">
              <Button busy={busy === 'withdraw'} disabled={isLocked} onClick={() => onEnd('withdraw')}>
                {side === 'buyer' ? 'Withdraw Offer' : 'Take Back Counter'}
              </Button>
            </div>
          )}
        </>
      )}
    </footer>
  );
}
