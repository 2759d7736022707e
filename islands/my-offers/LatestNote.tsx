import { clsx } from 'clsx';
import { useState } from 'react';
import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { actorName, latestNote, partyNames } from './wording';

/** Characters that two lines hold, with name and date. Not measured: the button would move the cards below it. */
const TWO_LINES = { narrow: 70, wide: 160 };

/** Take the room of two. */
const BROAD = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g;

function lengthOf(note: string, name: string): 'short' | 'long' | 'long-if-narrow' {
  const columns = name.length + 'Nov 22: '.length + note.length + (note.match(BROAD)?.length ?? 0);
  if (columns > TWO_LINES.wide || note.includes('\n')) return 'long';
  return columns > TWO_LINES.narrow ? 'long-if-narrow' : 'short';
}

/** The latest message on the card; two lines of it while the card is collapsed. */
export function LatestNote({ attributes, side }: { attributes: Offer['attributes']; side: Side }) {
  const { shortDay } = useDates();
  const [isWhole, setWhole] = useState(false);
  const last = attributes.last_message;
  const entry = last ? { actor: last.side, at: last.created_at, note: last.body } : latestNote(attributes);
  if (!entry) return null;
  const colleague = last?.mine ? undefined : last?.by?.name;
  const name = colleague ?? actorName(entry.actor, partyNames(attributes, side));
  const length = lengthOf(entry.note ?? '', name);
  return (
    <>
      <p className={clsx('offer-note', isWhole && 'whole')}>
        <b>{name}</b> <time dateTime={entry.at}>{shortDay(entry.at)}:</time> <q dir="auto">{entry.note}</q>
      </p>
      {length !== 'short' && (
        <Button
          tone="link"
          size="small"
          className={clsx('offer-note-more', length === 'long-if-narrow' && 'if-narrow')}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'Read More'}
        </Button>
      )}
    </>
  );
}
