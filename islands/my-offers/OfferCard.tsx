import type { Side } from '../../server/offers/state-contract';
import { useLateComponent } from '../browser/use-late-component';
import type { SteadyRow } from '../live/steady-list';
import { useChangeMark } from '../live/steady-mark';
import type { Steady } from '../live/use-steady-list';
import { LateMessages } from '../offers/late-messages';
import { classes } from '../ui/classes';
import type { Typed } from './counter';
import { useDraftPrices, useHeldFocus } from './draft-answers';
import { answerOf, isTurn } from './freight';
import { LatestNote } from './LatestNote';
import { OfferActs, QuickActs } from './OfferActs';
import { OfferDetails } from './OfferDetails';
import { OfferHead } from './OfferHead';
import type { OfferItem } from './offer-rows';
import { RuleNote } from './RuleNote';
import { type AnswerEvents, useAnswer } from './use-answer';
import { nameOf, otherSide } from './wording';

interface Props extends AnswerEvents {
  row: SteadyRow<OfferItem>;
  list: Steady<OfferItem>;
  side: Side;
  feeBps: number | null;
  now: number | null;
  isOpen: boolean;
  onToggle: () => void;
}

const NOTHING: Typed = {};

export function OfferCard({ row, list, side, feeBps, now, isOpen, onToggle, ...events }: Props) {
  const { key, hasLeft } = row;
  const current = row.item.offer.attributes;
  // An offer that left stays as the reader saw it.
  const shown = row.before ?? row.item;
  const { attributes } = shown.offer;
  const drafts = useDraftPrices(attributes.id);
  // Drafts do not count while it is not the viewer's turn.
  const typed = attributes.can_counter ? drafts.prices : NOTHING;
  const freight = attributes.can_counter ? drafts.freight : undefined;
  const counter = answerOf(shown, { prices: typed, freight }, side, feeBps);
  const { note, clear } = drafts;
  const answer = useAnswer({ key, list, item: shown, typed, note, counter, side, onDone: clear, ...events });
  const card = useHeldFocus(attributes.id, answer.busy !== null);
  const isMarked = useChangeMark(row.changedAt);
  const acts = { attributes, side, counter, busy: answer.busy, hasLeft, onAsk: answer.ask };

  function startCounter() {
    onToggle();
    requestAnimationFrame(() =>
      card.current
        ?.querySelector<HTMLElement>(`input[name="${counter.reason ? 'freight_cents' : 'unit_price'}"]`)
        ?.focus(),
    );
  }

  return (
    <article
      ref={card}
      data-row={key}
      className={classes(
        'offer-card',
        isOpen && 'open',
        isTurn(attributes) && !hasLeft && 'needs-you',
        isMarked && 'flash',
        hasLeft && 'left',
      )}
    >
      <OfferHead
        shown={attributes}
        current={current}
        side={side}
        counter={counter}
        products={shown.lines.length}
        hasLeft={hasLeft}
        now={now}
        isOpen={isOpen}
        onToggle={onToggle}
      />
      <LatestNote attributes={current} side={side} />
      {side === 'seller' && <RuleNote attributes={current} />}
      <LateMessages
        load={() => import('../messages/Messages')}
        {...current}
        offerId={current.id}
        side={side}
        name={nameOf(current, otherSide(side))}
      />
      {isOpen ? (
        <>
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
        </>
      ) : (
        <QuickActs {...acts} onCounter={startCounter} />
      )}
      {answer.pending && <LateActDialog answer={answer} side={side} />}
    </article>
  );
}

function LateActDialog({ answer, side }: { answer: ReturnType<typeof useAnswer>; side: Side }) {
  const ActDialog = useLateComponent({
    wanted: true,
    load: () => import('./ActDialog').then((loaded) => loaded.ActDialog),
    onFailure: answer.cancel,
  });
  return (
    ActDialog &&
    answer.pending && (
      <ActDialog
        pending={answer.pending}
        side={side}
        busy={answer.busy !== null}
        onClose={answer.cancel}
        onAct={answer.confirm}
      />
    )
  );
}
