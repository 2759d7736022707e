import { useState } from 'react';
import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/state-contract';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { useDates } from '../ui/dates';
import { actorName, latestNote, partyNames } from './wording';

/** Characters that two lines of a wide card hold. */
const TWO_LINES = 140;

/** The latest message on the card; two lines of it while the card is collapsed. */
export function LatestNote({ attributes, side }: { attributes: Offer['attributes']; side: Side }) {
  const { shortDay } = useDates();
  const [isWhole, setWhole] = useState(false);
  const last = attributes.last_message;
  const entry = last ? { actor: last.side, at: last.created_at, note: last.body } : latestNote(attributes);
  if (!entry) return null;
  const isLong = (entry.note?.length ?? 0) > TWO_LINES || entry.note?.includes('\n');
  return (
    <>
      <p className={classes('offer-note', isWhole && 'whole')}>
        <b>{actorName(entry.actor, partyNames(attributes, side))}</b>{' '}
        <time dateTime={entry.at}>{shortDay(entry.at)}:</time> <q dir="auto">{entry.note}</q>
      </p>
      {isLong && (
        <Button
          tone="link"
          size="small"
          className="offer-note-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'Read More'}
        </Button>
      )}
    </>
  );
}
