import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { MessageRow } from '../../db/tables';
import { AUTHOR, type AuthorColumns, joinAuthor } from '../accounts/author';
import type { Person } from '../accounts/policy';
import type { Party } from '../offers/policy';

export interface MessageWithNames extends MessageRow, AuthorColumns {
  buyer_name: string;
  seller_name: string;
  is_open: boolean;
}

/** The notes from before the messages have ids up to here, in their order, and count as read. */
export const LAST_EARLIER_ID = 1_000_000_000;

const COLUMNS = `messages.id, messages.offer_id, messages.side, messages.user_id, messages.act, messages.history_id,
  messages.body, messages.masked_body, messages.client_key, messages.hidden_at, messages.hidden_by,
  messages.hidden_reason, messages.created_at, buyers.name as buyer_name, sellers.name as seller_name,
  purchase_orders.paid_at is not null as is_open, ${AUTHOR}`;

const JOINED = `join offers on offers.id = messages.offer_id
  join buyers on buyers.id = offers.buyer_id
  join sellers on sellers.id = offers.seller_id
  left join purchase_orders on purchase_orders.offer_id = offers.id
  ${joinAuthor('messages.user_id')}`;

const newest = statement<MessageWithNames>(
  'newest messages before',
  `select ${COLUMNS} from messages ${JOINED}
    where messages.offer_id = $1 and ($2::bigint is null or messages.id < $2)
    order by messages.id desc limit $3`,
);

const next = statement<MessageWithNames>(
  'messages after',
  `select ${COLUMNS} from messages ${JOINED}
    where messages.offer_id = $1 and messages.id > $2 and ($3::bigint is null or messages.id < $3)
    order by messages.id limit $4`,
);

interface Range {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Oldest first. `more` says that the limit cut the list at its far end. */
export async function messagesOf(db: Knex, offerId: number, { after, before = null as never, limit }: Range) {
  const found =
    after === undefined
      ? await newest(db, [offerId, before, limit + 1])
      : await next(db, [offerId, after, before, limit + 1]);
  const rows = found.slice(0, limit);
  return { rows: after === undefined ? rows.reverse() : rows, more: found.length > limit };
}

const one = statement<MessageWithNames>(
  'a message',
  `select ${COLUMNS} from messages ${JOINED} where messages.id = $1`,
);

export const messageById = async (db: Knex, id: number | bigint) => (await one(db, [id]))[0];

const ofKey = statement<MessageWithNames>(
  'message of key',
  `select ${COLUMNS} from messages ${JOINED} where messages.user_id = $1 and messages.client_key = $2`,
);

export const messageOfKey = async (db: Knex, userId: number, key: string) =>
  (await ofKey(db, [userId, key]))[0];

export interface ChangedNote {
  /** Digits. */
  history_id: string;
  side: MessageRow['side'];
  masked_body: string | null;
  is_hidden: boolean;
}

interface LatestMessage extends MessageWithNames {
  message_count: number;
  /** The notes of acts that not everyone reads as they were written, where they are asked for. */
  changed_notes: readonly ChangedNote[] | null;
  /** 0 for staff. */
  unread_count: number;
}

/** Of a thread, counts only what came since the reader's mark, however long it is. */
const latest = statement<LatestMessage>(
  'latest messages of offers',
  `select ${COLUMNS}, last.message_count,
          (select count(*)::int from messages as unread
            where unread.offer_id = messages.offer_id and unread.side <> $3 and unread.hidden_at is null
              and unread.id > coalesce((select last_read_id from message_reads
                                         where message_reads.offer_id = messages.offer_id
                                           and message_reads.user_id = $2), ${LAST_EARLIER_ID})) as unread_count,
          case when $4::boolean then (select jsonb_agg(jsonb_build_object('history_id', noted.history_id::text, 'side', noted.side,
                    'masked_body', noted.masked_body, 'is_hidden', noted.hidden_at is not null))
             from messages as noted
            where noted.offer_id = messages.offer_id and noted.history_id is not null
              and (noted.masked_body is not null or noted.hidden_at is not null)) end as changed_notes
     from (select max(id) as id, count(*)::int as message_count from messages
            where offer_id = any($1) group by offer_id) as last
     join messages on messages.id = last.id ${JOINED}`,
);

interface Reading {
  readonly withNotes: boolean;
  readonly onSent?: (() => void) | undefined;
}

export const latestMessages = (
  db: Knex,
  offerIds: readonly number[],
  { id, kind }: Pick<Person, 'id' | 'kind'>,
  { withNotes, onSent }: Reading,
) => latest(db, [offerIds, id, kind === 'staff' ? null : kind, withNotes], onSent);

const unreadList = statement<MessageWithNames>(
  'unread messages of a person',
  `select ${COLUMNS} from messages ${JOINED}
    where messages.offer_id = $1 and messages.side <> $3 and messages.hidden_at is null
      and messages.id > coalesce((select last_read_id from message_reads
                                   where message_reads.offer_id = $1 and message_reads.user_id = $2), ${LAST_EARLIER_ID})
    order by messages.id`,
);

export const unreadMessages = (db: Knex, offerId: number, { id, kind }: Pick<Party, 'id' | 'kind'>) =>
  unreadList(db, [offerId, id, kind]);

const codes = statement<{ code: string }>(
  'codes of a thread',
  `with thread as (select id, offer_number from offers where id = $1)
   select offer_number as code from thread
   union select po_number from purchase_orders where offer_id = $1
   union select unnest(array[products.upc, products.sku, products.asin])
     from offer_products join products on products.id = offer_products.product_id where offer_id = $1
   union select unnest(array[upc, sku]) from purchase_order_products
    where purchase_order_id = (select id from purchase_orders where offer_id = $1)`,
);

/** Numbers of the thread's lines, offer and order, which are no phone numbers. */
export const codesOf = async (db: Knex, offerId: number): Promise<string[]> =>
  (await codes(db, [offerId])).flatMap(({ code }) => code ?? []);
