import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/state-contract';
import { useDates } from '../ui/dates';
import { actorName, latestNote, partyNames } from './wording';

/** The latest message on the card; two lines of it while the card is collapsed. */
export function LatestNote({ attributes, side }: { attributes: Offer['attributes']; side: Side }) {
  const { shortDay } = useDates();
  const last = attributes.last_message;
  const entry = last ? { actor: last.side, at: last.created_at, note: last.body } : latestNote(attributes);
  if (!entry) return null;
  return (
    <p className="offer-note">
      <b>{actorName(entry.actor, partyNames(attributes, side))}</b>{' '}
      <time dateTime={entry.at}>{shortDay(entry.at)}:</time> <q>{entry.note}</q>
    </p>
  );
}
