import { useState } from 'react';
import { type Cents, dollars } from '../../server/contract/money';
import {
  type AcceptFailure,
  acceptOffer,
  counterOffer,
  type Offer,
  type OfferProduct,
  rejectOffer,
  withdrawOffer,
} from '../../server/offers/contract';
import type { Side } from '../../server/offers/moves-contract';
import { acceptFailureOf } from '../kit/accept-failure';
import { notify } from '../kit/alerts';
import { ApiError, call } from '../kit/api';
import { Badge } from '../kit/badge';
import { Button } from '../kit/button';
import { day } from '../kit/dates';
import { Notice } from '../kit/notice';
import { useSubmitDelay } from '../kit/submit-delay';
import { badgeOf, counterOf, pricesOf, type Typed } from './counter';
import { EndDialog, type Ending } from './EndDialog';
import { earlierRounds } from './earlier-rounds';
import { History } from './History';
import { OfferActs } from './OfferActs';
import { Rounds } from './Rounds';
import { useFlash, useHeldFocus, useTyped } from './remembered';

interface Props {
  offer: Offer;
  lines: readonly OfferProduct[];
  side: Side;
  feeBps: number | null;
  onChange: () => Promise<unknown>;
  onAccepted: () => Promise<void>;
  onAcceptFailure: (failure: AcceptFailure) => void;
}

const NOTHING: Typed = {};

/** One negotiation: what was named, what may be done now. */
export function OfferCard({ offer, lines, side, feeBps, onChange, onAccepted, onAcceptFailure }: Props) {
  const { attributes } = offer;
  const { id, version } = attributes;
  const { kept, startedAt, remember, forget } = useTyped(id);
  // Out of turn, the prices that stand are what counts.
  const typed: Typed = attributes.can_counter ? kept : NOTHING;
  const [busy, setBusy] = useState<string | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  const afterDelay = useSubmitDelay();
  const flash = useFlash(id, version);
  const card = useHeldFocus(id, busy !== null);
  const counter = counterOf(lines, typed, side, feeBps);
  const badge = badgeOf(attributes, side);
  const movedWhileTyping = startedAt !== null && startedAt !== version;

  const type = (lineId: string, price: Cents | null) =>
    remember({ ...kept, [lineId]: price }, startedAt ?? version);

  async function act(name: string, work: () => Promise<unknown>) {
    setBusy(name);
    try {
      await work();
      forget();
      setEnding(null);
      await onChange();
      return true;
    } catch (error) {
      const failure = acceptFailureOf(error);
      if (!failure)
        notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
      if (error instanceof ApiError && error.status === 409) forget();
      await onChange();
      // With the offer as it was cut: what is left can be accepted from there.
      if (failure) onAcceptFailure(failure);
      return false;
    } finally {
      setBusy(null);
    }
  }

  const submitCounter = () =>
    act('main', () =>
      afterDelay(() =>
        call(counterOffer, { id }, { offer_products_attributes: pricesOf(lines, typed), version }),
      ),
    );
  const accept = async () => {
    const accepted = await act('main', () => afterDelay(() => call(acceptOffer, { id }, { version })));
    if (accepted) await onAccepted();
  };
  const end = (how: Ending, note: string) =>
    act(how, () =>
      call(how === 'reject' ? rejectOffer : withdrawOffer, { id }, { version, ...(note && { note }) }),
    );

  return (
    <article
      ref={card}
      className={`offer-card${attributes.can_accept ? ' needs-you' : ''}${flash ? ' flash' : ''}`}
    >
      <header className="offer-card-head">
        <div>
          <h3 tabIndex={-1}>{attributes.offer_number}</h3>
          <p className="muted small">
            {day(attributes.created_at)} · {attributes.buyer_name} to {attributes.seller_name}
          </p>
          {attributes.expires_at && <p className="faint tiny">Ends {day(attributes.expires_at)}</p>}
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
      <div className="offer-card-body stack">
        {movedWhileTyping && (
          <Notice
            tone="yellow"
            live
            title="This offer has changed while you were typing."
            action={
              <Button size="small" onClick={forget}>
                Start over
              </Button>
            }
          >
            Look at the new prices before you answer. What you typed is kept.
          </Notice>
        )}
        <Rounds
          lines={lines}
          typed={typed}
          errors={counter.errors}
          earlier={earlierRounds(attributes.history)}
          onType={attributes.can_counter ? type : undefined}
        />
        <History entries={attributes.history} />
      </div>
      <OfferActs
        offer={offer}
        side={side}
        counter={counter}
        busy={busy}
        onMain={counter.changed ? submitCounter : accept}
        onEnd={setEnding}
      />
      <EndDialog
        offer={offer}
        ending={ending}
        busy={busy !== null}
        onClose={() => setEnding(null)}
        onEnd={end}
      />
    </article>
  );
}
