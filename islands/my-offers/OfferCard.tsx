import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useState } from 'react';
import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { BuyAgain } from '../buy-again/BuyAgain';
import type { Steady } from '../live/steady/list';
import { useChangeMark } from '../live/steady/list';
import type { SteadyRow } from '../live/steady/rows';
import { MessagesBar } from '../offers/MessagesBar';
import type { Typed } from './counter';
import { useCardKeys } from './desk/card-keys';
import { OfferDetails } from './details/OfferDetails';
import { useDraftPrices, useHeldFocus } from './draft-answers';
import { type Answer, answerOf, isTurn } from './freight';
import { LateActDialog } from './LateActDialog';
import { LatestNote } from './LatestNote';
import { OfferActs, QuickActs } from './OfferActs';
import { OfferHead } from './OfferHead';
import type { OfferItem } from './offer-rows';
import { RuleNote } from './RuleNote';
import { type AnswerEvents, useAnswer } from './use-answer';

interface Props extends AnswerEvents {
  row: SteadyRow<OfferItem>;
  list: Steady<OfferItem>;
  side: Side;
  feeBps: number | null;
  now: number | null;
  isOpen: boolean;
  isSelected: boolean;
  /** undefined where the offer cannot be answered in bulk. */
  onSelect: (() => void) | undefined;
  onToggle: () => void;
}

const NOTHING: { prices: Typed; freight?: undefined } = { prices: {} };

/** Drafts do not count while it is not the viewer's turn. */
function typedAnswer(
  item: OfferItem,
  drafts: ReturnType<typeof useDraftPrices>,
  side: Side,
  feeBps: number | null,
) {
  const { prices: typed, freight } = item.offer.attributes.can_counter ? drafts : NOTHING;
  return { typed, counter: answerOf(item, { prices: typed, freight }, side, feeBps) };
}

export function OfferCard(props: Props) {
  const { row, list, side, feeBps, now, isOpen, isSelected, onSelect, onToggle, ...events } = props;
  const { key, hasLeft } = row;
  const current = row.item.offer.attributes;
  // An offer that left stays as the reader saw it.
  const shown = row.before ?? row.item;
  const { attributes } = shown.offer;
  const drafts = useDraftPrices(attributes.id);
  const { typed, counter } = typedAnswer(shown, drafts, side, feeBps);
  const { note, clear } = drafts;
  const answer = useAnswer({ key, list, item: shown, typed, note, counter, side, onDone: clear, ...events });
  const card = useHeldFocus(attributes.id, answer.busy !== null);
  const [threadSlot, setThreadSlot] = useState<HTMLElement | null>(null);
  const isMarked = useChangeMark(row.changedAt);
  const acts = { attributes, side, counter, busy: answer.busy, hasLeft, onAsk: answer.ask };

  function startCounter() {
    if (!isOpen) onToggle();
    focusField(card, counter.reason ? 'freight_cents' : 'unit_price');
  }

  useAnswerKeys({ card, answer, attributes, counter, isOpen, hasLeft, startCounter });

  return (
    <article
      ref={card}
      data-row={key}
      aria-labelledby={`offer-title-${attributes.id}`}
      className={clsx(
        'offer-card',
        isOpen && 'open',
        isTurn(attributes) && !hasLeft && 'needs-you',
        isMarked && 'flash',
        hasLeft && 'left',
        isSelected && 'selected',
      )}
    >
      <OfferHead
        shown={attributes}
        current={current}
        side={side}
        counter={counter}
        lines={shown.lines}
        isSelected={isSelected}
        onSelect={onSelect}
        hasLeft={hasLeft}
        now={now}
        isOpen={isOpen}
        onToggle={onToggle}
      />
      <LatestNote attributes={current} side={side} />
      {side === 'seller' && <RuleNote attributes={current} />}
      {side === 'buyer' && current.state === 'rejected' && (
        <BuyAgain source={{ kind: 'offer', id: current.id, number: current.offer_number }} />
      )}
      <MessagesBar
        load={() => import('../messages/MessageThread')}
        {...current}
        offerId={current.id}
        side={side}
        slot={threadSlot}
        onOpen={onToggle}
      />
      {isOpen ? (
        <BesideThread onSlot={setThreadSlot}>
          <OfferDetails
            shown={shown}
            history={current.history}
            side={side}
            drafts={drafts}
            typed={typed}
            counter={counter}
            disabled={hasLeft}
          />
          <OfferActs {...acts} onMain={answer.submit} onReset={clear} />
        </BesideThread>
      ) : (
        <QuickActs {...acts} onCounter={startCounter} />
      )}
      {answer.pending && <LateActDialog answer={answer} side={side} />}
    </article>
  );
}

interface BesideThreadProps {
  children: ReactNode;
  onSlot: (slot: HTMLElement | null) => void;
}

const BesideThread = ({ children, onSlot }: BesideThreadProps) => (
  <div className="beside-thread">
    <div>{children}</div>
    <div ref={onSlot} className="thread-slot" />
  </div>
);

interface AnswerKeys {
  card: RefObject<HTMLElement | null>;
  answer: ReturnType<typeof useAnswer>;
  attributes: Offer['attributes'];
  counter: Answer;
  isOpen: boolean;
  hasLeft: boolean;
  startCounter: () => void;
}

function useAnswerKeys({ card, answer, attributes, counter, isOpen, hasLeft, startCounter }: AnswerKeys) {
  const { can_counter, can_reject, can_accept } = attributes;
  useCardKeys(card, (act) => {
    if (answer.busy !== null || hasLeft) return;
    if (act === 'counter' && can_counter) startCounter();
    else if (act === 'message') openThread(card.current);
    else if (act === 'reject' && can_reject && (!isOpen || counter.canReject)) answer.ask('reject', true);
    else if (act === 'accept' && can_accept && counter.canSubmit && !counter.changed)
      answer.ask('accept', true);
  });
}

/** Opens the messages of the card; where they are open, goes to the composer. */
function openThread(card: HTMLElement | null) {
  const composer = card?.querySelector<HTMLElement>('.composer textarea');
  if (composer) composer.focus();
  else card?.querySelector<HTMLElement>('[data-key="m"]')?.click();
}

const MAX_FRAMES = 30;

/** Waits for the opened card: a key's update is not painted by the next frame. */
function focusField(card: RefObject<HTMLElement | null>, name: string, frames = 0) {
  requestAnimationFrame(() => {
    const field = card.current?.querySelector<HTMLElement>(`input[name="${name}"]`);
    if (field) field.focus();
    else if (frames < MAX_FRAMES) focusField(card, name, frames + 1);
  });
}
