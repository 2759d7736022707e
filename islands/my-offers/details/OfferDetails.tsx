import type { Cents } from '../../../server/contract/money';
import { isOpen, type Side } from '../../../server/offers/rules';
import { TextArea } from '../../forms/text-area';
import { contactsNote } from '../../offers/contacts-note';
import { Button } from '../../ui/button';
import { useDates } from '../../ui/dates';
import { Notice } from '../../ui/feedback';
import type { Typed } from '../counter';
import { changedSince, type useDraftPrices } from '../draft-answers';
import type { Answer } from '../freight';
import type { OfferItem } from '../offer-rows';
import { nameOf, otherSide, partyNames } from '../wording';
import { earlierRounds, latestRoundSide } from './earlier-rounds';
import { OfferShippingSection } from './OfferShippingSection';
import { Rounds } from './Rounds';
import { type Reduction, reductionOf } from './reduction';

const MAX_NOTE_LENGTH = 500;

interface Props {
  shown: OfferItem;
  side: Side;
  drafts: ReturnType<typeof useDraftPrices>;
  typed: Typed;
  counter: Answer;
  disabled: boolean;
}

/** Prices round by round, shipping, and the message of a counter. */
export function OfferDetails({ shown, side, drafts, typed, counter, disabled }: Props) {
  const { attributes } = shown.offer;
  const { state, can_counter } = attributes;
  const changedBy = changedSince(drafts.startedAt, attributes, side);
  const reduction = reductionOf(attributes.history);
  const names = partyNames(attributes, side);
  const other = nameOf(attributes, otherSide(side));
  const type = (lineId: string, price: Cents | null) =>
    drafts.save({ ...drafts.prices, [lineId]: price }, attributes);
  return (
    <div className="offer-card-body stack">
      {changedBy && (can_counter || changedBy !== 'reader') && (
        <ChangedOffer by={changedBy} onStartOver={drafts.clear} />
      )}
      {reduction && isOpen(state) && <Reduced {...reduction} />}
      <Rounds
        side={side}
        lines={shown.lines}
        typed={typed}
        errors={counter.errors}
        earlier={earlierRounds(attributes.history)}
        names={names}
        latest={latestRoundSide(attributes.history) ?? (state === 'buyer_review' ? 'seller' : 'buyer')}
        previous={reduction?.previous ?? {}}
        showsStock={isOpen(state)}
        nets={can_counter ? counter.nets : null}
        onType={can_counter ? type : undefined}
        disabled={disabled}
      />
      <OfferShippingSection
        attributes={attributes}
        side={side}
        counter={counter}
        lines={shown.lines}
        onFreight={(amount) => drafts.saveFreight(amount, attributes)}
        disabled={disabled}
      />
      {can_counter && (counter.changed || drafts.note !== '') && (
        <TextArea
          label={`Message to ${other}`}
          name="note"
          optional
          rows={2}
          most={MAX_NOTE_LENGTH}
          note={contactsNote(drafts.note, other)}
          error={drafts.note.length > MAX_NOTE_LENGTH && `Maximum ${MAX_NOTE_LENGTH} characters`}
          value={drafts.note}
          onChange={drafts.saveNote}
          disabled={disabled}
        />
      )}
    </div>
  );
}

function Reduced({ at, previous, removed }: Reduction) {
  const { shortDay } = useDates();
  return (
    <Notice tone="yellow" title={`Reduced to available stock on ${shortDay(at)}.`}>
      {Object.keys(previous).length > 0 && 'Quantities in the table show what was offered before. '}
      {removed.length > 0 && `Sold out and removed: ${removed.join(', ')}.`}
    </Notice>
  );
}

const CHANGED = {
  buyer: 'The buyer changed this offer. Review before you send.',
  seller: 'The seller changed this offer. Review before you send.',
  reader: 'You changed this offer in another window. Review before you send.',
  another: 'This offer changed. Review before you send.',
} as const;

function ChangedOffer({ by, onStartOver }: { by: keyof typeof CHANGED; onStartOver: () => void }) {
  return (
    <Notice
      tone="yellow"
      live
      title={CHANGED[by]}
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
