import type { Cents } from '../../server/contract/money';
import type { Side } from '../../server/offers/state-contract';
import { useLateComponent } from '../browser/use-late-component';
import type { SteadyRow } from '../live/steady-list';
import { useChangeMark } from '../live/steady-mark';
import type { Steady } from '../live/use-steady-list';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { Notice } from '../ui/notice';
import { counterOf, type Typed } from './counter';
import { useDraftPrices, useHeldFocus } from './draft-answers';
import { earlierRounds } from './earlier-rounds';
import { History } from './History';
import { OfferActs } from './OfferActs';
import { OfferHead } from './OfferHead';
import { type OfferItem, reasonOf } from './offer-rows';
import { Rounds } from './Rounds';
import { type AnswerEvents, useAnswer } from './use-answer';

interface Props extends AnswerEvents {
  row: SteadyRow<OfferItem>;
  list: Steady<OfferItem>;
  side: Side;
  feeBps: number | null;
}

const NOTHING: Typed = {};

export function OfferCard({ row, list, side, feeBps, ...events }: Props) {
  const { key, hasLeft } = row;
  const { offer } = row.item;
  // An offer that left stays as the reader saw it.
  const shown = row.before ?? row.item;
  const { id, version, can_counter, can_accept, history } = shown.offer.attributes;
  const drafts = useDraftPrices(id);
  // Drafts do not count while it is not the viewer's turn.
  const typed = can_counter ? drafts.prices : NOTHING;
  const counter = counterOf(shown.lines, typed, side, feeBps);
  const answer = useAnswer({ key, list, item: shown, typed, counter, onDone: drafts.clear, ...events });
  const card = useHeldFocus(id, answer.busy !== null);
  const isMarked = useChangeMark(row.changedAt);
  const leftReason = hasLeft ? reasonOf(offer, side) : null;
  const changedWhileTyping = drafts.startedAt !== null && drafts.startedAt !== version;
  const type = (lineId: string, price: Cents | null) =>
    drafts.save({ ...drafts.prices, [lineId]: price }, drafts.startedAt ?? version);

  return (
    <article
      ref={card}
      data-row={key}
      className={classes(
        'offer-card',
        can_accept && !hasLeft && 'needs-you',
        isMarked && 'flash',
        hasLeft && 'left',
      )}
    >
      <OfferHead
        shown={shown.offer}
        current={offer}
        side={side}
        counter={counter}
        leftReason={row.before ? null : leftReason}
      />
      <div className="offer-card-body stack">
        {changedWhileTyping && <ChangedOffer side={side} onStartOver={drafts.clear} />}
        <Rounds
          lines={shown.lines}
          typed={typed}
          errors={counter.errors}
          earlier={earlierRounds(history)}
          onType={can_counter ? type : undefined}
          disabled={hasLeft}
        />
        <History entries={offer.attributes.history} />
      </div>
      <OfferActs
        offer={shown.offer}
        side={side}
        counter={counter}
        busy={answer.busy}
        onMain={answer.submit}
        onEnd={answer.askToEnd}
        leftReason={leftReason}
      />
      <LateEndDialog answer={answer} />
    </article>
  );
}

function ChangedOffer({ side, onStartOver }: { side: Side; onStartOver: () => void }) {
  return (
    <Notice
      tone="yellow"
      live
      title={`The ${side === 'buyer' ? 'seller' : 'buyer'} changed this offer. Review before you send.`}
      action={
        <Button size="small" onClick={onStartOver}>
          Start Over
        </Button>
      }
    >
      Your prices are kept.
    </Notice>
  );
}

function LateEndDialog({ answer }: { answer: ReturnType<typeof useAnswer> }) {
  const EndDialog = useLateComponent({
    wanted: answer.ending !== null,
    load: () => import('./EndDialog').then((loaded) => loaded.EndDialog),
    onFailure: answer.closeEnding,
  });
  return (
    EndDialog && (
      <EndDialog
        ending={answer.ending}
        busy={answer.busy !== null}
        onClose={answer.closeEnding}
        onEnd={answer.end}
      />
    )
  );
}
