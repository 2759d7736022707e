import { backfillNotes } from '../../server/messages/backfill';
import { listMessages, type MessageThread, markRead, sendMessage } from '../../server/messages/contract';
import { MASK } from '../../server/messages/masking';
import { showOffer } from '../../server/offers/contract';
import type { Services } from '../../server/services';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);

type EarlierNote = readonly [actor: 'buyer' | 'seller' | 'system', event: string, note: string | null];

/** Notes as they were stored before the messages existed. */
async function offerWith(notes: readonly EarlierNote[]) {
  const offer = await factory.anOffer();
  for (const [actor, event, note] of notes)
    await factory.db('offer_history').insert({
      offer_id: offer.id,
      actor,
      event,
      note,
      from_state: 'seller_review',
      to_state: 'buyer_review',
      lines: '[]',
      at: new Date(Date.now() - 86_400_000),
    } as never);
  return offer;
}

const startOver = () => factory.db('message_backfill').update({ after_id: 0n, finished_at: null });
const backfill = (services: Partial<Services> = {}) =>
  backfillNotes.work({ ...app.services, ...services }, {});

test('notes from before the messages come first in their threads, masked, read and counted', async () => {
  const offer = await offerWith([
    ['buyer', 'submit', ' Call (415) 555-2671 '],
    ['seller', 'counter', 'Best I can do'],
    ['seller', 'counter', '  '],
    ['buyer', 'counter', null],
    ['system', 'expire', 'Never a message'],
  ]);
  const [buyer, seller] = await Promise.all([factory.as(offer.buyer), factory.as(offer.seller)]);
  await buyer.call(sendMessage, { id: offer.id }, { message: { body: 'Written since' } });
  await startOver();
  await backfill();

  const { body } = await seller.call(listMessages, { id: offer.id });
  const { messages } = body as MessageThread;
  expect(messages.map(({ act, body }) => [act, body])).toEqual([
    ['submit', `Call ${MASK}`],
    ['counter', 'Best I can do'],
    [null, 'Written since'],
  ]);
  const { attributes } = (await seller.call(showOffer, { id: offer.id })).body.data;
  expect(attributes).toMatchObject({
    message_count: 3,
    unread_messages: 1,
    last_message: { body: 'Written since' },
  });
  expect(attributes.history.map(({ note }) => note)).toContain(`Call ${MASK}`);
  expect(attributes.history.map(({ note }) => note)).not.toContain(' Call (415) 555-2671 ');
  await seller.call(markRead, { id: offer.id }, { last_id: messages[0]?.id ?? 0 });
  expect((await seller.call(showOffer, { id: offer.id })).body.data.attributes.unread_messages).toBe(1);
});

test('a job that was killed goes on, and two at once write nothing twice', async () => {
  const offer = await offerWith([
    ['buyer', 'submit', 'First'],
    ['seller', 'counter', 'Second'],
  ]);
  await startOver();
  const killed: Pick<Services, 'transaction'> = {
    transaction: (act) =>
      app.services.transaction(async (tx) => {
        await act(tx);
        throw new Error('killed before the commit');
      }),
  };
  await expect(backfill(killed)).rejects.toThrow('killed');
  const stored = () => factory.db('messages').where({ offer_id: offer.id }).orderBy('id').pluck('body');
  expect(await stored()).toEqual([]);
  await Promise.all([backfill(), backfill()]);
  expect(await stored()).toEqual(['First', 'Second']);
  await startOver();
  await backfill();
  expect(await stored()).toEqual(['First', 'Second']);
});
