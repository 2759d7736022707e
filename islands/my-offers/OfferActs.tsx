import { use } from 'react';
import { dollars } from '../../server/contract/money';
import { withPeriod } from '../../server/contract/with-period';
import type { Offer } from '../../server/offers/contract';
import { isOpen, type Side } from '../../server/offers/rules';
import { aboveLimit, OrderLimit, waitingFor } from '../offers/approval';
import { Button } from '../ui/button';
import type { Act } from './ActDialog';
import { type Answer, isTurn } from './freight';
import { nameOf, otherSide } from './wording';

export interface ActProps {
  attributes: Offer['attributes'];
  side: Side;
  counter: Answer;
  busy: string | null;
  /** The offer has left the list: its buttons stay visible but disabled. */
  hasLeft: boolean;
  onAsk: (act: Act) => void;
}

const withdrawLabel = (side: Side) => (side === 'buyer' ? 'Withdraw Offer' : 'Withdraw Counter');

interface QuickProps extends ActProps {
  /** Opens the card at its first price. */
  onCounter: () => void;
}

/** The buttons of a collapsed card; they ask before they act. */
export function QuickActs({ attributes, side, counter, busy, hasLeft, onAsk, onCounter }: QuickProps) {
  const { can_accept, can_counter, can_reject, can_withdraw } = attributes;
  const isLocked = busy !== null || hasLeft;
  if (!isTurn(attributes) && !can_withdraw) return null;
  if (counter.changed)
    return (
      <div className="offer-quick button-row">
        <span className="muted small">Counter not sent</span>
        <Button size="small" disabled={isLocked} onClick={onCounter}>
          Review Counter
        </Button>
      </div>
    );
  return (
    <div className="offer-quick button-row">
      {can_withdraw && (
        <Button size="small" disabled={isLocked} onClick={() => onAsk('withdraw')}>
          {withdrawLabel(side)}
        </Button>
      )}
      {can_reject && (
        <Button size="small" tone="danger" disabled={isLocked} onClick={() => onAsk('reject')}>
          Reject
        </Button>
      )}
      {can_counter && (
        <Button size="small" disabled={isLocked} onClick={onCounter}>
          {counter.freight.isAsked && counter.reason ? 'Quote Freight' : 'Counter'}
        </Button>
      )}
      {can_accept && (
        <Button
          size="small"
          disabled={isLocked || !counter.canSubmit}
          busy={busy === 'accept'}
          onClick={() => onAsk('accept')}
        >
          Accept Offer
        </Button>
      )}
    </div>
  );
}

interface FullProps extends ActProps {
  /** Submits the typed prices, or accepts if nothing was typed. */
  onMain: () => void;
  onReset: () => void;
}

/** The bar of an opened card: what its main button does, beside it. */
export function OfferActs(props: FullProps) {
  const { attributes, side, counter, busy, hasLeft, onAsk, onMain, onReset } = props;
  if (!isOpen(attributes.state)) return null;
  const isLocked = busy !== null || hasLeft;
  return (
    <footer className="offer-card-foot">
      <Consequence {...props} />
      <div className="button-row">
        {attributes.can_reject && (
          <Button
            tone="danger"
            disabled={!counter.canReject || isLocked}
            busy={busy === 'reject'}
            onClick={() => onAsk('reject')}
          >
            Reject
          </Button>
        )}
        {attributes.can_counter && counter.changed && (
          <Button tone="quiet" disabled={isLocked} onClick={onReset}>
            {counter.freight.isAsked ? 'Reset Answer' : 'Reset Prices'}
          </Button>
        )}
        {attributes.can_withdraw && (
          <Button disabled={isLocked} busy={busy === 'withdraw'} onClick={() => onAsk('withdraw')}>
            {withdrawLabel(side)}
          </Button>
        )}
        {side === 'buyer' && attributes.can_accept && !attributes.buyer_po_number && !counter.changed && (
          <Button tone="quiet" disabled={isLocked} onClick={() => onAsk('accept')}>
            Add PO Number
          </Button>
        )}
        {isTurn(attributes) && (
          <Button
            tone="primary"
            disabled={!counter.canSubmit || isLocked}
            busy={busy === 'main'}
            onClick={onMain}
          >
            {counter.label}
          </Button>
        )}
      </div>
    </footer>
  );
}

function Consequence({ attributes, side, counter, hasLeft }: ActProps) {
  const counterparty = nameOf(attributes, otherSide(side));
  const above = aboveLimit(counter.changed ? counter.total : attributes.total_cents, use(OrderLimit));
  const [text, hint] = hasLeft
    ? ["This offer can't be answered now."]
    : attributes.approval
      ? [`${dollars(attributes.approval.total_cents)}: ${waitingFor(attributes.approval)}.`]
      : !isTurn(attributes)
        ? [`Waiting for the ${otherSide(side)}.`]
        : !counter.canSubmit
          ? [counter.reason ?? 'Fix the marked prices to continue.']
          : counter.changed
            ? [
                above ??
                  `Sends your counteroffer of ${dollars(counter.total ?? attributes.total_cents)} to ${withPeriod(counterparty)}`,
                ...(attributes.can_reject
                  ? [
                      counter.freight.isChanged
                        ? 'To reject, reset your answer.'
                        : 'To reject, reset your prices.',
                    ]
                  : []),
              ]
            : [
                above ?? `Creates an order for ${dollars(attributes.total_cents)}. Can't be undone.`,
                ...(attributes.can_counter ? ['To counter, change a price.'] : []),
              ];
  return (
    <p className="consequence">
      {text}
      {hint && <span className="faint"> {hint}</span>}
    </p>
  );
}
