import { clsx } from 'clsx';
import { counted, dollars } from '../../server/contract/money';
import type { Offer, OfferProduct } from '../../server/offers/contract';
import { isReduced, type Side } from '../../server/offers/rules';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';
import { Icon } from '../ui/icon';
import { badgeOf } from './counter';
import { Expiry } from './Expiry';
import type { Answer } from './freight';
import { askingTotal, loweredText, percentText } from './percent';
import { nameOf, otherSide, reasonOf } from './wording';

interface Props {
  /** The offer as the reader saw it. */
  shown: Offer['attributes'];
  /** The offer as it is. */
  current: Offer['attributes'];
  side: Side;
  counter: Answer;
  lines: readonly OfferProduct[];
  isSelected: boolean;
  onSelect: (() => void) | undefined;
  hasLeft: boolean;
  now: number | null;
  isOpen: boolean;
  onToggle: () => void;
}

/** What a collapsed card says; its title opens and closes the card. */
export function OfferHead({
  shown,
  current,
  side,
  counter,
  lines,
  isSelected,
  onSelect,
  hasLeft,
  now,
  isOpen,
  onToggle,
}: Props) {
  const { day, shortDay } = useDates();
  const badge = badgeOf(current, side);
  const isToQuote = shown.shipping.freight_status === 'to_quote' && counter.freight.cents === null;
  const lowered = loweredText(lines);
  const isOver = hasLeft || current.state === 'rejected';
  const percent = percentText(counter.goods, askingTotal(lines));
  return (
    <header className={clsx('offer-card-head', onSelect && 'selectable')}>
      {onSelect && (
        <input
          type="checkbox"
          className="offer-select"
          aria-label={`Select ${shown.offer_number}`}
          checked={isSelected && !hasLeft}
          disabled={hasLeft}
          onChange={onSelect}
        />
      )}
      <div className="offer-party">
        <h3 id={`offer-title-${shown.id}`} tabIndex={-1}>
          <button
            type="button"
            className="offer-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `offer-${shown.id}` : undefined}
            onClick={onToggle}
          >
            <Icon name="chevron-right" />
            <span>{nameOf(shown, otherSide(side))}</span>{' '}
            <span className="offer-number">{shown.offer_number}</span>
          </button>
        </h3>
        <p className="offer-facts">
          {day(shown.created_at)} · {counted(lines.length, 'product')} · {shown.buyer_name} to{' '}
          {shown.seller_name}
        </p>
      </div>
      <div className="offer-status">
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {!isOver && isReduced(current.history) && <p className="offer-reduced">Reduced to available stock</p>}
        {!isOver && lowered && <p className="offer-reduced">{lowered}</p>}
        {isOver && <p className="left-reason">{reasonOf(current, side, shortDay)}</p>}
        {!isOver && shown.expires_at && <Expiry at={shown.expires_at} now={now} />}
      </div>
      <dl className="offer-total">
        <div>
          <dt>Total</dt>
          <dd>
            {counter.total === null ? '–' : dollars(counter.total)}
            {isToQuote && <span className="offer-to-quote"> + freight</span>}
            {percent && <span className="offer-percent"> {percent} of asking</span>}
          </dd>
        </div>
        {side === 'seller' && (
          <div>
            <dt>After fees</dt>
            <dd>{counter.net === null ? '–' : dollars(counter.net)}</dd>
          </div>
        )}
      </dl>
    </header>
  );
}
