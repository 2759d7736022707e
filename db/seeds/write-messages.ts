import { MESSAGE_ACTS, type MessageAct } from '../../server/contract/thread-message';
import { maskContacts } from '../../server/messages/masking';
import type { Tx } from '../transaction';

interface Note {
  offer_id: number;
  side: 'buyer' | 'seller';
  user_id: number;
  act: MessageAct | null;
  history_id: bigint | null;
  body: string;
  created_at: Date;
  hidden_at?: Date;
}

type Said = readonly [side: 'buyer' | 'seller', body: string];

const LONG_THREAD = [
  ['How many units fit on a pallet?', '48 cartons, so 1,152 units.'],
  ['Are the cartons labeled by color?', 'Yes, color and size stand on the short side of each carton.'],
  ['We could take all of it if the price moves.', 'What price do you have in mind for the whole lot?'],
  ['Closer to 40% of MSRP.', 'That is below what it cost us. I can come down a little for full pallets.'],
  ['Can you send the carton dimensions?', '24 × 16 × 14 in, 31 lb each.'],
] as const;

/** The last of each thread are unread by their reader. */
const THREADS: readonly (readonly Said[])[] = [
  [
    ['buyer', 'Are these in the original retail boxes?'],
    ['seller', 'Yes, sealed, in master cartons of 24.'],
    ['buyer', 'Great. Call me at (415) 555-2671 or write to maya@acme.com to arrange a pickup.'],
    ['seller', 'Let us keep it here, so that both of us have it in writing.'],
    ['buyer', 'Fine. Could you ship by Friday?'],
    ['buyer', 'We have a dock and a forklift.'],
  ],
  [
    ['seller', 'This lot moves fast. We have two more offers on it.'],
    ['buyer', 'You people always say that.'],
    ['seller', 'I can hold the price until Tuesday. That is my best.'],
  ],
  Array.from({ length: 40 }, (_, index): Said => {
    const pair = LONG_THREAD[Math.floor(index / 2) % LONG_THREAD.length] ?? ['', ''];
    return index % 2 === 0 ? ['buyer', pair[0]] : ['seller', pair[1]];
  }),
];

/** Of a paid order, so nothing of it is masked. */
const PAID_THREAD: readonly Said[] = [
  ['seller', 'Packed on two pallets, ready for your carrier from Thursday.'],
  ['buyer', 'Our carrier calls you at (415) 555-2671 before pickup. Is the dock open until 5?'],
  ['seller', 'Until 6. Dock 4, behind the main building.'],
];

const HIDDEN = 'You people always say that.';

const MINUTES = 60_000;

/** Equal notes have equal masks, and the demo repeats few texts. */
async function insertMessages(tx: Tx, notes: readonly Note[], hideBy: number) {
  const masks = new Map<string, string | null>();
  for (const { body } of notes)
    if (!masks.has(body)) masks.set(body, maskContacts(body, { codes: [], host: '' }));
  const rows = notes.map(({ hidden_at = null, ...note }) => ({
    ...note,
    masked_body: masks.get(note.body) ?? null,
    hidden_at,
    hidden_by: hidden_at && hideBy,
    hidden_reason: hidden_at && 'Rude',
  }));
  if (rows.length > 0) await tx.batchInsert('messages', rows as never, 1_000);
}

/** Every note of an act, and what the parties of some of the demo's offers and orders write in between. */
export async function writeMessages(tx: Tx, now: Date) {
  const { rows: notes } = await tx.raw<{ rows: Note[] }>(
    `select history.offer_id, history.actor as side, users.id as user_id, history.event as act,
            history.id as history_id, history.note as body, history.at as created_at
       from offer_history history
       join offers on offers.id = history.offer_id
       join users on case history.actor when 'buyer' then users.buyer_id = offers.buyer_id
                                        else users.seller_id = offers.seller_id end
      where history.note is not null and history.actor in ('buyer', 'seller') and history.event = any(?)
      order by history.id`,
    [[...MESSAGE_ACTS]],
  );
  const { rows: open } = await tx.raw<{ rows: { id: number; buyer: number; seller: number }[] }>(
    `select offers.id, buyers.id as buyer, sellers.id as seller
       from offers
       join users buyers on buyers.buyer_id = offers.buyer_id
       join users sellers on sellers.seller_id = offers.seller_id
      where offers.state in ('seller_review', 'buyer_review') and buyers.email = 'buyer@example.com'
      order by offers.id desc limit ?`,
    [THREADS.length],
  );
  const { rows: paid } = await tx.raw<{ rows: { id: number; buyer: number; seller: number }[] }>(
    `select offers.id, buyers.id as buyer, sellers.id as seller
       from purchase_orders orders
       join offers on offers.id = orders.offer_id
       join users buyers on buyers.buyer_id = offers.buyer_id
       join users sellers on sellers.seller_id = offers.seller_id
      where orders.status = 'awaiting_shipment' and buyers.email = 'buyer@example.com'
      order by orders.id desc limit 1`,
  );
  const threads = [
    ...open.map((thread, index) => ({ ...thread, texts: THREADS[index] ?? [] })),
    ...paid.map((thread) => ({ ...thread, texts: PAID_THREAD })),
  ];
  const said = threads.flatMap(({ id, texts, ...people }) =>
    texts.map(([side, body], index, all): Note => {
      const created_at = new Date(now.getTime() - (all.length - index) * 7 * MINUTES);
      const message = {
        offer_id: id,
        side,
        user_id: people[side],
        act: null,
        history_id: null,
        body,
        created_at,
      };
      return body === HIDDEN ? { ...message, hidden_at: now } : message;
    }),
  );
  const staff = await tx('users').where({ admin: true }).orderBy('id').first('id');
  await insertMessages(tx, [...notes, ...said], staff?.id ?? 0);
  // All but the last side's latest messages are read.
  await tx.raw(
    `insert into message_reads (offer_id, user_id, last_read_id)
     select messages.offer_id, users.id, max(messages.id)
       from messages
       join offers on offers.id = messages.offer_id
       join users on users.buyer_id = offers.buyer_id or users.seller_id = offers.seller_id
      where messages.id < (select max(id) from messages latest
                            where latest.offer_id = messages.offer_id and latest.act is null)
         or messages.act is not null
      group by messages.offer_id, users.id`,
  );
}
