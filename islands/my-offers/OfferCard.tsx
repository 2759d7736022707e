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
import { Modal } from '../kit/modal';
import { Notice } from '../kit/notice';
import { TextArea } from '../kit/text-field';
import { badgeOf, counterOf, pricesOf, type Typed } from './counter';
import { earlierRounds } from './earlier-rounds';
import { History } from './History';
import { Rounds } from './Rounds';
import { useFlash, useHeldFocus, useTyped } from './remembered';

interface Props {
  offer: Offer;
  lines: readonly OfferProduct[];
  side: Side;
  feeBps: number;
  onChange: () => Promise<unknown>;
  onAccepted: () => Promise<void>;
  onAcceptFailure: (failure: AcceptFailure) => void;
}

type Ending = 'reject' | 'withdraw';

const NOTHING: Typed = {};

const ENDINGS = {
  reject: { title: 'Reject this offer?', button: 'Reject Offer' },
  withdraw: { title: 'Withdraw?', button: 'Withdraw' },
} as const;

/** One negotiation: what was named, what may be done now. */
export function OfferCard({ offer, lines, side, feeBps, onChange, onAccepted, onAcceptFailure }: Props) {
  const { attributes } = offer;
  const { id, version } = attributes;
  const { kept, startedAt, remember, forget } = useTyped(id);
  // Out of turn, the prices that stand are what counts.
  const typed: Typed = attributes.can_counter ? kept : NOTHING;
  const [busy, setBusy] = useState<string | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  const [note, setNote] = useState('');
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
      if (failure) onAcceptFailure(failure);
      else notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
      if (error instanceof ApiError && error.status === 409) forget();
      await onChange();
      return false;
    } finally {
      setBusy(null);
    }
  }

  const submitCounter = () =>
    act('main', () =>
      call(counterOffer, { id }, { offer_products_attributes: pricesOf(lines, typed), version }),
    );
  const accept = async () => {
    if (await act('main', () => call(acceptOffer, { id }, { version }))) await onAccepted();
  };
  const end = (how: Ending) =>
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
      {(attributes.can_accept || attributes.can_withdraw) && (
        <footer className="offer-card-foot">
          {attributes.can_accept ? (
            <>
              <p className="consequence muted small">
                {counter.changed
                  ? `Hands your prices to the ${side === 'buyer' ? 'seller' : 'buyer'}.`
                  : `Creates a purchase order for ${dollars(attributes.total_cents)}.`}{' '}
                Price and stock are checked again when an offer is accepted.
              </p>
              <div className="button-row">
                {attributes.can_reject && (
                  <Button
                    tone="danger"
                    disabled={!counter.canReject || busy !== null}
                    busy={busy === 'reject'}
                    onClick={() => setEnding('reject')}
                  >
                    Reject
                  </Button>
                )}
                <Button
                  tone="primary"
                  disabled={!counter.canSubmit || busy !== null}
                  busy={busy === 'main'}
                  onClick={counter.changed ? submitCounter : accept}
                >
                  {counter.label}
                </Button>
              </div>
            </>
          ) : (
            <>
              <p className="muted small">Waiting for the {side === 'buyer' ? 'seller' : 'buyer'}.</p>
              <div className="button-row">
                <Button
                  busy={busy === 'withdraw'}
                  disabled={busy !== null}
                  onClick={() => setEnding('withdraw')}
                >
                  {side === 'buyer' ? 'Withdraw Offer' : 'Take Back Counter'}
                </Button>
              </div>
            </>
          )}
        </footer>
      )}
      <Modal
        title={ending ? ENDINGS[ending].title : ''}
        open={ending !== null}
        onClose={() => setEnding(null)}
        size="small"
        footer={
          ending && (
            <>
              <Button onClick={() => setEnding(null)}>Keep it</Button>
              <Button tone="danger" busy={busy !== null} onClick={() => end(ending)}>
                {ENDINGS[ending].button}
              </Button>
            </>
          )
        }
      >
        <div className="stack">
          <p>
            {attributes.offer_number}, {dollars(attributes.total_cents)}
          </p>
          <TextArea
            label="Note to the other side"
            name="note"
            optional
            value={note}
            onChange={setNote}
            most={500}
          />
        </div>
      </Modal>
    </article>
  );
}
