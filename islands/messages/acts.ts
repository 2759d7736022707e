import { type Cents, cents, dollars, lineTotal, sum } from '../../server/contract/money';
import type { ThreadMessage } from '../../server/contract/thread-message';
import type { OfferHistoryEntry } from '../../server/offers/contract';
import { actVerbs, eventTexts } from './act-words';

export interface ActLine {
  at: string;
  text: string;
}

const totalOf = ({ lines, freight_cents = cents(0) }: OfferHistoryEntry): Cents =>
  sum([...lines.map((line) => lineTotal(line.unit_price, line.quantity)), freight_cents]);

/** "Stridewell countered: $42.00 → $45.50". */
function textOf(
  entry: OfferHistoryEntry,
  before: OfferHistoryEntry | undefined,
  names: Record<string, string>,
) {
  const verb = actVerbs[entry.event];
  if (!verb) return eventTexts[entry.event];
  const text = `${names[entry.actor] ?? 'Marketplace staff'} ${verb}`;
  if (entry.event === 'counter' && before)
    return `${text}: ${dollars(totalOf(before))} → ${dollars(totalOf(entry))}`;
  return entry.event === 'submit' ? `${text}: ${dollars(totalOf(entry))}` : text;
}

export const actLines = (history: readonly OfferHistoryEntry[], names: Record<string, string>): ActLine[] =>
  history.flatMap((entry, index) => {
    const text = textOf(entry, history[index - 1], names);
    return text ? [{ at: entry.at, text }] : [];
  });

/** `followsUp`: the same author's, within minutes of the message before. */
type Entry = { key: string; at: string } & ({ act: string } | { message: ThreadMessage; followsUp: boolean });

const FOLLOW_UP_MS = 5 * 60_000;

const followsUp = ({ side, by, created_at }: ThreadMessage, before: Entry | undefined) =>
  before !== undefined &&
  'message' in before &&
  before.message.side === side &&
  before.message.by?.id === by?.id &&
  Date.parse(created_at) - Date.parse(before.at) < FOLLOW_UP_MS;

/** Acts before the messages that came with them. Acts older than the first message shown are left out. */
export function entriesOf(acts: readonly ActLine[], messages: readonly ThreadMessage[], hasEarlier: boolean) {
  const since = hasEarlier ? (messages[0]?.created_at ?? '') : '';
  const entries: Entry[] = [
    ...acts
      .filter(({ at }) => at >= since)
      .map(({ at, text }, index) => ({ key: `act-${index}-${at}`, at, act: text })),
    ...messages.map((message) => ({
      key: String(message.id),
      at: message.created_at,
      message,
      followsUp: false,
    })),
  ];
  entries.sort((one, other) => one.at.localeCompare(other.at));
  return entries.map((entry, index) =>
    'message' in entry ? { ...entry, followsUp: followsUp(entry.message, entries[index - 1]) } : entry,
  );
}
