import { authorFor } from '../accounts/author';
import type { Person } from '../accounts/policy';
import type { Config } from '../config/config';
import type { ThreadMessage } from '../contract/thread-message';
import type { ChangedNote, MessageWithNames } from './queries';

type Brand = Pick<Config, 'brandName'>;

const removed = ({ brandName }: Brand) => `Message removed by ${brandName}.`;

type Written = Pick<MessageWithNames, 'side' | 'body' | 'masked_body' | 'hidden_at' | 'is_open'>;

/** As the viewer may read it (docs/rules.md#messages): staff and the author read the original. */
function bodyFor({ kind }: Pick<Person, 'kind'>, message: Written, brand: Brand): string {
  if (kind === 'staff') return message.body;
  if (message.hidden_at) return removed(brand);
  if (message.is_open || message.side === kind) return message.body;
  return message.masked_body ?? message.body;
}

export const messageDocument = (
  message: MessageWithNames,
  viewer: Pick<Person, 'id' | 'kind'>,
  brand: Brand,
): ThreadMessage => ({
  id: Number(message.id),
  offer_id: message.offer_id,
  side: message.side,
  name: message.side === 'buyer' ? message.buyer_name : message.seller_name,
  act: message.act,
  body: bodyFor(viewer, message, brand),
  masked: message.masked_body !== null && !message.is_open && !message.hidden_at,
  mine: message.user_id === viewer.id,
  ...authorFor(viewer.kind, { ...message, actor: message.side }),
  hidden: message.hidden_at !== null,
  created_at: message.created_at.toISOString(),
});

/** What the viewer reads in place of an act's note; undefined where it is the note. */
export function noteFor(
  { kind }: Person,
  note: ChangedNote,
  isOpen: boolean,
  brand: Brand,
): string | undefined {
  if (kind === 'staff') return undefined;
  if (note.is_hidden) return removed(brand);
  return isOpen || note.side === kind ? undefined : (note.masked_body ?? undefined);
}
