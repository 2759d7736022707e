import { dollars } from '../../server/contract/money';
import type { Side } from '../../server/offers/state-contract';
import { Badge } from '../ui/badge';
import { day } from '../ui/dates';
import { badgeOf, type Counter } from './counter';
import { Expiry } from './Expiry';
import type { OfferItem } from './offer-rows';

interface Props {
  /** The offer as the reader saw it. */
  shown: OfferItem['offer'];
  /** The offer as it is. */
  current: OfferItem['offer'];
  side: Side;
  counter: Counter;
  leftReason: string | null;
}

export function OfferHead({ shown: { attributes }, current, side, counter, leftReason }: Props) {
  const badge = badgeOf(current.attributes, side);
  return (
    <header className="offer-card-head">
      <div>
        <h3 tabIndex={-1}>{attributes.offer_number}</h3>
        <p className="muted small">
          {day(attributes.created_at)} · {attributes.buyer_name} to {attributes.seller_name}
        </p>
        {leftReason && <p className="left-reason tiny">{leftReason}</p>}
        {attributes.expires_at && <Expiry at={attributes.expires_at} />}
      </div>
      <dl className="totals">
        <div className="grand">
          <dt>Total</dt>
          <dd>{counter.total === null ? '–' : dollars(counter.total)}</dd>
        </div>
        {side === 'seller' && (
          <div>
            <dt>After fees</dt>
            <dd>{counter.net === null ? '–' : dollars(counter.net)}</dd>
          </div>
        )}
      </dl>
      <Badge tone={badge.tone}>{badge.label}</Badge>
    </header>
  );
}
