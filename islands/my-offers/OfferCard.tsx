import { useState } from 'react';
import { type Cents, dollars } from '../../server/contract/money';
import {
  type AcceptFailure,
  acceptOffer,
  counterOffer,
  rejectOffer,
  withdrawOffer,
} from '../../server/offers/contract';
import type { Side } from '../../server/offers/state-contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { useSubmitDelay } from '../forms/submit-delay';
import type { SteadyRow } from '../live/steady-list';
import { useChangeMark } from '../live/steady-mark';
import type { Steady } from '../live/use-steady-list';
import { acceptFailureOf } from '../offers/accept-failure';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { day } from '../ui/dates';
import { Notice } from '../ui/notice';
import { badgeOf, counterOf, pricesOf, type Typed } from './counter';
import { useDraftPrices, useHeldFocus } from './draft-answers';
import { EndDialog, type Ended } from './EndDialog';
import { earlierRounds } from './earlier-rounds';
import { History } from './History';
import { OfferActs } from './OfferActs';
import { type OfferItem, reasonOf } from './offer-rows';
import { Rounds } from './Rounds';

interface Props {
  row: SteadyRow<OfferItem>;
  list: Steady<OfferItem>;
  side: Side;
  feeBps: number | null;
  onChange: () => Promise<unknown>;
  onAccepted: () => Promise<void>;
  onAcceptFailure: (failure: AcceptFailure) => void;
}

const NOTHING: Typed = {};

export function OfferCard({ row, list, side, feeBps, onChange, onAccepted, onAcceptFailure }: Props) {
  const { key, hasLeft } = row;
  const { offer } = row.item;
  // An offer that left stays as the reader saw it.
  const shown = row.before ?? row.item;
  const { attributes } = shown.offer;
  const { lines } = shown;
  const { id, version } = attributes;
  const { kept, startedAt, remember, forget } = useDraftPrices(id);
  // Drafts do not count while it is not the viewer's turn.
  const typed: Typed = attributes.can_counter ? kept : NOTHING;
  const [busy, setBusy] = useState<string | null>(null);
  const [ending, setEnding] = useState<Ended | null>(null);
  const afterDelay = useSubmitDelay();
  const leftBecause = hasLeft ? reasonOf(offer, side) : null;
  const isMarked = useChangeMark(row.changedAt);
  const card = useHeldFocus(id, busy !== null);
  const counter = counterOf(lines, typed, side, feeBps);
  const badge = badgeOf(offer.attributes, side);
  const movedWhileTyping = startedAt !== null && startedAt !== version;

  const type = (lineId: string, price: Cents | null) =>
    remember({ ...kept, [lineId]: price }, startedAt ?? version);

  const act = (name: string, work: () => Promise<unknown>) => list.act(key, () => run(name, work));

  async function run(name: string, work: () => Promise<unknown>) {
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
      await onChange();
      // Called after the refetch, so that the dialog shows the reduced offer.
      if (failure) onAcceptFailure(failure);
      return false;
    } finally {
      setBusy(null);
    }
  }

  /** The offer as shown when the button was pressed: it may have changed since. */
  const press = () => list.pressed(key)?.item.offer;

  async function main() {
    const pressed = press()?.attributes;
    if (!pressed) return;
    const offered = { offer_products_attributes: pricesOf(lines, typed), version: pressed.version };
    if (counter.changed) return act('main', () => afterDelay(() => call(counterOffer, { id }, offered)));
    const accepted = () => afterDelay(() => call(acceptOffer, { id }, { version: pressed.version }));
    if (await act('main', accepted)) await onAccepted();
  }

  const ask = (how: Ended['how']) => {
    const pressed = press();
    if (pressed) setEnding({ how, offer: pressed });
  };
  const end = ({ how, offer: asked }: Ended, note: string) =>
    act(how, () =>
      call(
        how === 'reject' ? rejectOffer : withdrawOffer,
        { id },
        { version: asked.attributes.version, ...(note && { note }) },
      ),
    );

  return (
    <article
      ref={card}
      data-row={key}
      className={classes(
        'offer-card',
        attributes.can_accept && !hasLeft && 'needs-you',
        isMarked && 'flash',
        hasLeft && 'left',
      )}
    >
      <header className="offer-card-head">
        <div>
          <h3 tabIndex={-1}>{attributes.offer_number}</h3>
          <p className="muted small">
            {day(attributes.created_at)} · {attributes.buyer_name} to {attributes.seller_name}
          </p>
          {leftBecause && !row.before && <p className="left-reason tiny">{leftBecause}</p>}
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
            title={`The ${side === 'buyer' ? 'seller' : 'buyer'} changed this offer. Review before you send.`}
            action={
              <Button size="small" onClick={forget}>
                Start over
              </Button>
            }
          >
            Your prices are kept.
          </Notice>
        )}
        <Rounds
          lines={lines}
          typed={typed}
          errors={counter.errors}
          earlier={earlierRounds(attributes.history)}
          onType={attributes.can_counter ? type : undefined}
          disabled={hasLeft}
        />
        <History entries={offer.attributes.history} />
      </div>
      <OfferActs
        offer={shown.offer}
        side={side}
        counter={counter}
        busy={busy}
        onMain={main}
        onEnd={ask}
        leftBecause={leftBecause}
      />
      <EndDialog ending={ending} busy={busy !== null} onClose={() => setEnding(null)} onEnd={end} />
    </article>
  );
}
