import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import type { Steady } from '../live/steady/list';
import { useChangeMark } from '../live/steady/list';
import type { SteadyRow } from '../live/steady/rows';
import { useUnread } from '../offers/read-marks';
import type { Typed } from './counter';
import { useCardKeys } from './desk/card-keys';
import { useDraftPrices, useHeldFocus } from './draft-answers';
import { type Answer, answerOf } from './freight';
import { LateActDialog } from './LateActDialog';
import { QuickActs } from './OfferActs';
import { OfferPane, type PaneTab } from './OfferPane';
import { OfferRow } from './OfferRow';
import { type OfferItem, tabOf } from './offer-rows';
import { type AnswerEvents, useAnswer } from './use-answer';

interface Props extends AnswerEvents {
  row: SteadyRow<OfferItem>;
  list: Steady<OfferItem>;
  side: Side;
  feeBps: number | null;
  now: number | null;
  isOpen: boolean;
  /** Named by the address: phones show it alone. */
  isChosen: boolean;
  /** Opened after an answer to another. */
  isUnasked: boolean;
  isSelected: boolean;
  /** undefined where the offer cannot be answered in bulk. */
  onSelect: (() => void) | undefined;
  onOpen: () => void;
  /** What phones show above the offer. */
  back: ReactNode;
}

const NOTHING: { prices: Typed; freight?: undefined } = { prices: {} };

const NO_ACTS = { can_accept: false, can_counter: false, can_reject: false };

/** While a request for approval waits, the offer is decided with it. */
function withoutActsWhileWaiting({ offer, lines }: OfferItem): OfferItem {
  const { attributes } = offer;
  return { offer: { ...offer, attributes: { ...attributes, ...(attributes.approval && NO_ACTS) } }, lines };
}

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

/** A row of the list and, while it is open, the pane with everything about the offer. */
export function OfferCard(props: Props) {
  const {
    row,
    list,
    side,
    feeBps,
    now,
    isOpen,
    isChosen,
    isUnasked,
    isSelected,
    onSelect,
    onOpen,
    back,
    ...events
  } = props;
  const { key, hasLeft } = row;
  const current = row.item.offer.attributes;
  // An offer that left stays as the reader saw it.
  const shown = withoutActsWhileWaiting(row.before ?? row.item);
  const { attributes } = shown.offer;
  const drafts = useDraftPrices(attributes.id);
  const { typed, counter } = typedAnswer(shown, drafts, side, feeBps);
  const { note, clear } = drafts;
  const answer = useAnswer({ key, list, item: shown, typed, note, counter, side, onDone: clear, ...events });
  const card = useHeldFocus(attributes.id, answer.busy !== null);
  const [tab, setTab] = usePaneTab(isOpen);
  const unread = useUnread(current.id, current, isOpen && tab === 'messages');
  const isMarked = useChangeMark(row.changedAt);
  const acts = { attributes, side, counter, busy: answer.busy, hasLeft, onAsk: answer.ask };

  function startCounter() {
    setTab('products');
    if (!isOpen) onOpen();
    focusField(card, counter.reason ? 'input[name="freight_cents"]' : 'input[name="unit_price"]');
  }

  function openThread() {
    setTab('messages');
    if (!isOpen) onOpen();
    else if (tab === 'messages') focusField(card, '.composer textarea');
  }

  useAnswerKeys({ card, answer, attributes, counter, isOpen, hasLeft, startCounter, openThread });

  return (
    <article
      ref={card}
      data-row={key}
      aria-labelledby={`offer-title-${attributes.id}`}
      className={clsx(
        'offer-card',
        isOpen && 'open',
        isOpen && isChosen && 'chosen',
        isMarked && 'flash',
        hasLeft && 'left',
        tabOf(current) !== row.place && 'moved',
        isSelected && 'selected',
      )}
    >
      {isOpen && isChosen && back}
      <OfferRow
        shown={attributes}
        current={current}
        side={side}
        counter={counter}
        lines={shown.lines}
        unread={unread}
        isSelected={isSelected}
        onSelect={onSelect}
        hasLeft={hasLeft}
        now={now}
        isOpen={isOpen}
        onOpen={onOpen}
      />
      {!isOpen && <QuickActs {...acts} onCounter={startCounter} />}
      {isOpen && (
        <OfferPane
          shown={shown}
          current={current}
          side={side}
          now={now}
          unread={unread}
          drafts={drafts}
          typed={typed}
          acts={acts}
          answer={answer}
          isUnasked={isUnasked}
          tab={tab}
          onTab={setTab}
          onLeaveThread={() => {
            setTab('products');
            card.current?.querySelector<HTMLElement>('.offer-toggle')?.focus();
          }}
        />
      )}
      {answer.pending && <LateActDialog answer={answer} side={side} />}
    </article>
  );
}

/** Of an offer that is opened again, its products. */
function usePaneTab(isOpen: boolean) {
  const state = useState<PaneTab>('products');
  const [, setTab] = state;
  useEffect(() => {
    if (!isOpen) setTab('products');
  }, [isOpen]);
  return state;
}

interface AnswerKeys {
  card: RefObject<HTMLElement | null>;
  answer: ReturnType<typeof useAnswer>;
  attributes: Offer['attributes'];
  counter: Answer;
  isOpen: boolean;
  hasLeft: boolean;
  startCounter: () => void;
  openThread: () => void;
}

function useAnswerKeys(options: AnswerKeys) {
  const { card, answer, attributes, counter, isOpen, hasLeft, startCounter, openThread } = options;
  const { can_counter, can_reject, can_accept } = attributes;
  useCardKeys(card, (act) => {
    if (answer.busy !== null || hasLeft) return;
    if (act === 'counter' && can_counter) startCounter();
    else if (act === 'message') openThread();
    else if (act === 'reject' && can_reject && (!isOpen || counter.canReject)) answer.ask('reject', true);
    else if (act === 'accept' && can_accept && counter.canSubmit && !counter.changed)
      answer.ask('accept', true);
  });
}

const MAX_FRAMES = 30;

/** Waits for the opened card: a key's update is not painted by the next frame. */
function focusField(card: RefObject<HTMLElement | null>, selector: string, frames = 0) {
  requestAnimationFrame(() => {
    const field = card.current?.querySelector<HTMLElement>(selector);
    if (field) field.focus();
    else if (frames < MAX_FRAMES) focusField(card, selector, frames + 1);
  });
}
