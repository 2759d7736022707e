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
  busy: string | null;
  /** Submits the typed prices, or accepts if nothing was typed. */
  onMain: () => void;
  onEnd: (how: Ending) => void;
  /** Why the offer left; its buttons stay visible but disabled. */
  leftReason: string | null;
}

/** The buttons of an open offer, by whose turn it is. */
export function OfferActs(props: Props) {
  const { state, can_accept } = props.offer.attributes;
  if (!isOpen(state)) return null;
  return (
    <footer className="offer-card-foot">
      {can_accept ? <AnswerActs {...props} /> : <WaitingActs {...props} />}
    </footer>
  );
}

const counterpartyOf = (side: Side) => (side === 'buyer' ? 'seller' : 'buyer');

function AnswerActs({ offer: { attributes }, side, counter, busy, onMain, onEnd, leftReason }: Props) {
  const isLocked = busy !== null || leftReason !== null;
  return (
    <>
      {leftReason !== null ? (
        <p className="left-reason">{leftReason}</p>
      ) : (
        <p className="consequence muted small">
          {counter.changed
            ? `Sends your counteroffer to the ${counterpartyOf(side)}.`
            : `Creates a purchase order for ${dollars(attributes.total_cents)}.`}{' '}
          We check price and stock again when an offer is accepted.
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
  );
}

function WaitingActs({ offer: { attributes }, side, busy, onEnd, leftReason }: Props) {
  return (
    <>
      <p className={leftReason === null ? 'muted small' : 'left-reason'}>
        {leftReason ?? `Waiting for the ${counterpartyOf(side)}.`}
      </p>
      {attributes.can_withdraw && (
        <div className="button-row">
          <Button
            busy={busy === 'withdraw'}
            disabled={busy !== null || leftReason !== null}
            onClick={() => onEnd('withdraw')}
          >
            {side === 'buyer' ? 'Withdraw Offer' : 'Withdraw Counter'}
          </Button>
        </div>
      )}
    </>
  );
}
