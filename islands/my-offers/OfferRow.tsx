import { clsx } from 'clsx';
import { DAY_MS } from '../../server/contract/durations';
import { counted, dollars } from '../../server/contract/money';
import type { Offer, OfferProduct } from '../../server/offers/contract';
import { isReduced, type Side } from '../../server/offers/rules';
import { Badge, Dot } from '../ui/badge';
import { useDates } from '../ui/dates';
import { Thumb } from '../ui/thumb';
import { badgeOf } from './counter';
import { expiryText } from './Expiry';
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
  unread: number;
  isSelected: boolean;
  onSelect: (() => void) | undefined;
  hasLeft: boolean;
  now: number | null;
  isOpen: boolean;
  onOpen: () => void;
}

/** What the list says of an offer; its title opens it. */
export function OfferRow(props: Props) {
  const { shown, current, side, counter, lines, unread, now } = props;
  const { isSelected, onSelect, hasLeft, isOpen, onOpen } = props;
  const { rowDay } = useDates();
  const badge = badgeOf(current, side);
  const isToQuote = shown.shipping.freight_status === 'to_quote' && counter.freight.cents === null;
  return (
    <header className="offer-card-head">
      <div className={clsx('offer-row', onSelect && 'selectable')}>
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
        <Thumb src={lines[0]?.attributes.images[0] ?? null} size={40} />
        {unread > 0 && (
          <span className="offer-unread">
            <Dot label={counted(unread, 'unread message')} />
          </span>
        )}
        <div className="offer-party">
          <h3 id={`offer-title-${shown.id}`} tabIndex={-1}>
            <button
              type="button"
              className="offer-toggle"
              aria-expanded={isOpen}
              aria-controls={isOpen ? `offer-${shown.id}` : undefined}
              onClick={({ detail, currentTarget }) =>
                isOpen && detail === 0 ? enterPane(currentTarget) : onOpen()
              }
            >
              <span className="offer-name">{nameOf(shown, otherSide(side))}</span>{' '}
              <span className="offer-number">{shown.offer_number}</span>
            </button>
          </h3>
          <p className="offer-facts">
            <time dateTime={shown.created_at}>{rowDay(shown.created_at, now)}</time>
            <span className="offer-parties">
              {' · '}
              {shown.buyer_name} to {shown.seller_name}
            </span>
          </p>
        </div>
        <div className="offer-status">
          <Badge tone={badge.tone}>{badge.label}</Badge>
          <RowNote {...props} />
        </div>
        <dl className="offer-total">
          <div>
            <dt className="visually-hidden">Total</dt>
            <dd>
              {counter.total === null ? '–' : dollars(counter.total)}
              {isToQuote && <span className="offer-to-quote"> + freight</span>}
            </dd>
          </div>
          {side === 'seller' && (
            <div>
              <dt>After fees</dt>
              <dd>{counter.net === null ? '–' : dollars(counter.net)}</dd>
            </div>
          )}
        </dl>
      </div>
    </header>
  );
}

/** By keyboard, opening the open offer goes into it. */
const enterPane = (toggle: HTMLElement) =>
  toggle.closest('[data-row]')?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();

const EXPIRY_SHOWN_MS = 3 * DAY_MS;

/** The one thing that matters most about the offer now. */
function RowNote({ shown, current, side, counter, lines, unread, hasLeft, now }: Props) {
  const { shortDay } = useDates();
  if (hasLeft || current.state === 'rejected')
    return <p className="left-reason">{reasonOf(current, side, shortDay)}</p>;
  if (current.approval) return <p className="offer-reduced">Waiting for approval</p>;
  if (counter.changed) return <p className="offer-reduced">Counter not sent</p>;
  const left = shown.expires_at && now !== null ? Date.parse(shown.expires_at) - now : Infinity;
  if (unread > 0 && left >= DAY_MS && current.last_message)
    return (
      <p className="offer-message" dir="auto">
        {current.last_message.body}
      </p>
    );
  if (isReduced(current.history)) return <p className="offer-reduced">Reduced to available stock</p>;
  if (left < EXPIRY_SHOWN_MS)
    return <p className={clsx('offer-expiry', left < DAY_MS && 'soon')}>{expiryText(left)}</p>;
  const lowered = loweredText(lines);
  if (lowered) return <p className="offer-reduced">{lowered}</p>;
  const percent = percentText(counter.goods, askingTotal(lines));
  return percent && <p className="offer-percent">{percent} of asking</p>;
}
