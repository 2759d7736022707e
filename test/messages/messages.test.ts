import { randomUUID } from 'node:crypto';
import pg from 'pg';
import * as calls from '../../server/messages/contract';
import { messageJobs } from '../../server/messages/jobs';
import { MASK } from '../../server/messages/masking';
import { listOffers, showOffer } from '../../server/offers/contract';
import { listPurchaseOrders } from '../../server/orders/contract';
import { transitionOrder } from '../../server/orders/staff/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: true });
const factory = new Factory(app);

async function aThread(
  state: 'draft' | 'seller_review' | 'buyer_review' | 'rejected' | 'accepted' = 'seller_review',
) {
  const offer = await factory.anOffer({ state });
  const [buyer, seller, staff] = await Promise.all([
    factory.as(offer.buyer),
    factory.as(offer.seller),
    factory.as(await factory.staff()),
  ]);
  return { offer, buyer, seller, staff };
}

const send = (client: Client, id: number, body: string, client_key?: string) =>
  client.call(calls.sendMessage, { id }, { message: { body, ...(client_key && { client_key }) } });
const read = async (client: Client, id: number, query = '') =>
  (await client.request('GET', `/offers/${id}/messages${query}`)).body as calls.MessageThread;
const bodies = async (client: Client, id: number) =>
  (await read(client, id)).messages.map(({ body }) => body);
const shown = async (client: Client, id: number) =>
  (await client.call(showOffer, { id })).body.data.attributes;
const errorOf = ({ body }: { body: unknown }) => {
  const { error, errors } = body as { error?: string; errors?: string[] };
  return error ?? errors?.[0];
};

describe('a note on each act', () => {
  const note = 'Deal? Call (415) 555-2671.';
  const hidden = `Deal? Call ${MASK}.`;

  const acts = [
    ['submit', 'draft', 'buyer', 'PUT', 'submit', {}],
    ['accept', 'seller_review', 'seller', 'PUT', 'accept', {}],
    ['accept', 'draft', 'buyer', 'PUT', 'accept', {}],
    ['counter', 'seller_review', 'seller', 'POST', 'counter_offer', { unit_price: 900 }],
    ['reject', 'buyer_review', 'buyer', 'POST', 'counter_offer/reject', {}],
    ['withdraw', 'seller_review', 'buyer', 'POST', 'withdraw', {}],
  ] as const;

  test.each(acts)('%s of %s by the %s', async (act, state, side, method, path, more) => {
    const { offer, buyer, seller, staff } = await aThread(state);
    const [author, reader] = side === 'buyer' ? [buyer, seller] : [seller, buyer];
    const prices =
      'unit_price' in more ? { offer_products_attributes: [{ id: offer.lines[0]?.id, ...more }] } : {};
    const answer = await author.request(method, `/offers/${offer.id}/${path}`, { body: { ...prices, note } });
    expect(answer.status).toBe(200);

    const seen = await shown(reader, offer.id);
    expect(seen.last_message).toMatchObject({ act, side, body: hidden, masked: true, mine: false });
    expect(seen.unread_messages).toBe(1);
    expect(seen.history.at(-1)).toMatchObject({ event: act, note: hidden });
    expect(await bodies(reader, offer.id)).toEqual([hidden]);
    const own = await shown(author, offer.id);
    expect(own.last_message).toMatchObject({ body: note, masked: true, mine: true });
    expect(own.history.at(-1)?.note).toBe(note);
    expect(own.unread_messages).toBe(0);
    expect((await shown(staff, offer.id)).last_message?.body).toBe(note);
    expect((await shown(staff, offer.id)).unread_messages).toBe(0);

    const mails = await factory
      .db('mails')
      .where('event_key', 'like', `offer:${offer.id}:${act}:%`)
      .select('html');
    if (act !== 'accept') expect(mails).toHaveLength(1);
    for (const { html } of mails) expect(html).not.toContain('555-2671');
  });

  test('a failed act leaves no message, a blank note neither', async () => {
    const { offer, buyer, seller } = await aThread();
    for (const path of ['counter_offer/reject', 'withdraw'])
      expect(
        (
          await (path === 'withdraw' ? seller : buyer).request('POST', `/offers/${offer.id}/${path}`, {
            body: { note },
          })
        ).status,
      ).toBe(409);
    await factory.db('products').where({ id: offer.product.id }).update({ units: 3n });
    expect((await seller.request('PUT', `/offers/${offer.id}/accept`, { body: { note } })).status).toBe(422);
    expect(await bodies(buyer, offer.id)).toEqual([]);
    await buyer.request('POST', `/offers/${offer.id}/counter_offer/reject`, { body: { note: ' \u200b ' } });
    expect(await bodies(buyer, offer.id)).toEqual([]);
    expect(
      (await buyer.request('POST', `/offers/${offer.id}/withdraw`, { body: { note: 'x'.repeat(501) } }))
        .status,
    ).toBe(422);
  });
});

describe('a thread', () => {
  test('both sides write, each masked for the other until the order is paid', async () => {
    const { offer, buyer, seller, staff } = await aThread();
    const before = await factory.db('offers').where({ id: offer.id }).first();
    const first = await send(buyer, offer.id, ' Are these new?\nWrite to joe@acme.com ');
    expect(first.status).toBe(201);
    expect(first.body.message).toMatchObject({
      mine: true,
      masked: true,
      act: null,
      name: offer.buyer.name,
      body: 'Are these new?\nWrite to joe@acme.com',
    });
    await send(seller, offer.id, 'Yes. acme.com has photos.');
    expect(await bodies(seller, offer.id)).toEqual([
      `Are these new?\nWrite to ${MASK}`,
      'Yes. acme.com has photos.',
    ]);
    expect(await bodies(buyer, offer.id)).toEqual([
      'Are these new?\nWrite to joe@acme.com',
      `Yes. ${MASK} has photos.`,
    ]);
    expect(await bodies(staff, offer.id)).toEqual([
      'Are these new?\nWrite to joe@acme.com',
      'Yes. acme.com has photos.',
    ]);
    expect(await factory.db('offers').where({ id: offer.id }).first()).toEqual(before);

    await seller.request('PUT', `/offers/${offer.id}/accept`);
    const order = await factory.db('purchase_orders').where({ offer_id: offer.id }).first();
    expect((await bodies(seller, offer.id))[0]).toContain(MASK);
    await staff.call(transitionOrder, { id: order?.id ?? 0 }, { event: 'confirm_payment' });
    expect((await bodies(seller, offer.id))[0]).toBe('Are these new?\nWrite to joe@acme.com');
    expect((await read(buyer, offer.id)).messages.map(({ masked }) => masked)).toEqual([false, false]);
    const orders = (await seller.call(listPurchaseOrders, {})).body.data;
    expect(orders.find(({ attributes }) => attributes.offer_id === offer.id)?.attributes).toMatchObject({
      last_message: { body: 'Yes. acme.com has photos.', mine: true },
      unread_messages: 1,
    });
  });

  test('what cannot be sent', async () => {
    const { offer, buyer, seller } = await aThread();
    for (const [body, message] of [
      ['', 'Enter a message'],
      [' \u200b\u2060 ', 'Enter a message'],
      ['x'.repeat(2_001), 'Maximum 2,000 characters'],
    ] as const) {
      const answer = await send(buyer, offer.id, body);
      expect([answer.status, errorOf(answer)]).toEqual([422, message]);
    }
    expect((await send(buyer, offer.id, 'Hi', 'not a uuid')).status).toBe(422);
    expect((await send(buyer, offer.id, 'x'.repeat(2_000))).status).toBe(201);
    const draft = await aThread('draft');
    const early = await send(draft.buyer, draft.offer.id, 'Hi');
    expect([early.status, errorOf(early)]).toEqual([
      409,
      'You can send messages once the offer has been sent.',
    ]);
    expect((await send(draft.seller, draft.offer.id, 'Hi')).status).toBe(404);
    expect((await send(seller, draft.offer.id, 'Hi')).status).toBe(404);
  });

  test('hostile text is stored and read as it is', async () => {
    const { offer, buyer, seller } = await aThread();
    const texts = [
      '<script>alert(1)</script>',
      '👩‍👩‍👧‍👦 مرحبا שלום\n\n—',
      "'; drop table messages; --",
      '%s {{y}} <%= z %>',
    ];
    for (const text of texts) expect((await send(buyer, offer.id, text)).status).toBe(201);
    expect(await bodies(seller, offer.id)).toEqual(texts);
    expect((await send(buyer, offer.id, 'a\u0000b')).status).toBe(422);
  });

  test('a conversation closes 14 days after a rejection and 90 days after its order', async () => {
    const age = (days: number) => new Date(Date.now() - days * 86_400_000);
    const { offer, buyer } = await aThread('rejected');
    await factory
      .db('offers')
      .where({ id: offer.id })
      .update({ updated_at: age(13.9) });
    expect((await send(buyer, offer.id, 'Another try?')).status).toBe(201);
    await factory
      .db('offers')
      .where({ id: offer.id })
      .update({ updated_at: age(14.1) });
    const late = await send(buyer, offer.id, 'And now?');
    expect([late.status, errorOf(late)]).toEqual([409, 'This conversation is closed.']);
    expect(await read(buyer, offer.id)).toMatchObject({
      can_write: false,
      closed_reason: 'This conversation is closed.',
    });

    const order = await factory.anOrder();
    const client = await factory.as(order.buyer);
    const close = (days: number) =>
      factory
        .db('purchase_orders')
        .where({ id: order.id })
        .update({ status: 'completed', status_since: age(days) });
    await close(89);
    expect((await send(client, order.offer_id, 'Thanks')).status).toBe(201);
    await close(91);
    // A refund or a document after the end opens nothing again.
    await factory.db('purchase_orders').where({ id: order.id }).update({ updated_at: new Date() });
    expect((await send(client, order.offer_id, 'Thanks')).status).toBe(409);
  });

  test('a page that cannot be read says what to enter', async () => {
    const { offer, buyer } = await aThread();
    const errorsOf = async (query: string) =>
      (await buyer.request('GET', `/offers/${offer.id}/messages?${query}`)).body;
    expect(await errorsOf('limit=201')).toMatchObject({ field_errors: { limit: ['Enter 200 or less'] } });
    expect(await errorsOf('limit=1.5')).toMatchObject({ field_errors: { limit: ['Enter a whole number'] } });
    expect(await errorsOf('after=-1')).toMatchObject({ field_errors: { after: ['Enter 0 or more'] } });
  });

  test('is read in pages from both ends', async () => {
    const { offer, buyer } = await aThread();
    for (const text of ['1', '2', '3', '4', '5']) await send(buyer, offer.id, text);
    const newest = await read(buyer, offer.id, '?limit=2');
    expect([newest.messages.map(({ body }) => body), newest.has_more]).toEqual([['4', '5'], true]);
    const older = await read(buyer, offer.id, `?limit=3&before=${newest.messages[0]?.id}`);
    expect([older.messages.map(({ body }) => body), older.has_more]).toEqual([['1', '2', '3'], false]);
    const after = await read(buyer, offer.id, `?limit=2&after=${older.messages[0]?.id}`);
    expect([after.messages.map(({ body }) => body), after.has_more]).toEqual([['2', '3'], true]);
    expect((await buyer.request('GET', `/offers/${offer.id}/messages?limit=201`)).status).toBe(422);
  });

  test('a read mark never moves back and never passes the newest message', async () => {
    const { offer, buyer, seller } = await aThread();
    const ids: number[] = [];
    for (const text of ['1', '2', '3']) ids.push((await send(buyer, offer.id, text)).body.message.id);
    const mark = async (last_id: number) => {
      const { status } = await seller.call(calls.markRead, { id: offer.id }, { last_id });
      return [status, (await shown(seller, offer.id)).unread_messages];
    };
    expect(await mark(ids[1] ?? 0)).toEqual([204, 1]);
    expect(await mark(ids[0] ?? 0)).toEqual([204, 1]);
    expect(await mark(Number.MAX_SAFE_INTEGER)).toEqual([204, 0]);
    await send(buyer, offer.id, '4');
    expect((await shown(seller, offer.id)).unread_messages).toBe(1);
    const listed = (await seller.call(listOffers, {})).body.data.find(({ id }) => id === String(offer.id));
    expect(listed?.attributes).toMatchObject({ unread_messages: 1, last_message: { body: '4' } });
  });
});

test('a thread is 404 for another buyer and another seller, whatever they try', async () => {
  const { offer, buyer } = await aThread();
  const { id } = (await send(buyer, offer.id, 'For us two')).body.message;
  for (const person of [await factory.aBuyer(), await factory.aSeller()]) {
    const client = await factory.as(person);
    for (const answer of [
      await client.request('GET', `/offers/${offer.id}/messages`),
      await send(client, offer.id, 'Let me in'),
      await client.call(calls.markRead, { id: offer.id }, { last_id: id }),
    ])
      expect(answer.status).toBe(404);
    expect((await client.call(calls.hideMessage, { id }, { reason: 'Mine' })).status).toBe(403);
  }
  expect(await bodies(buyer, offer.id)).toEqual(['For us two']);
});

test('a list of offers costs the same statements however long its threads are', async () => {
  const { offer, buyer, seller } = await aThread();
  const counted = async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    await seller.call(listOffers, {});
    const count = sent.mock.calls.length;
    sent.mockRestore();
    return count;
  };
  /** The least of several: timers of the process ask the database, too. */
  const fewest = async () => Math.min(await counted(), await counted(), await counted());
  await counted();
  const before = await fewest();
  for (const text of ['1', '2', '3']) await send(buyer, offer.id, text);
  for (let more = 0; more < 3; more++) {
    const other = await factory.anOffer({ seller: offer.seller });
    await send(await factory.as(other.buyer), other.id, 'Hello');
  }
  expect(await fewest()).toBe(before);
});

describe('sending the same message again', () => {
  test('20 parallel posts of one key are one message', async () => {
    const { offer, buyer, seller } = await aThread();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(buyer, offer.id, 'Once', key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    expect(await bodies(seller, offer.id)).toEqual(['Once']);
    // The key is the person's: another person may have the same one, another thread not.
    expect((await send(seller, offer.id, 'Mine', key)).status).toBe(201);
    const other = await factory.anOffer({ buyer: offer.buyer });
    expect((await send(buyer, other.id, 'Once', key)).status).toBe(422);
  });

  test('30 messages in 10 minutes, repeats not counted', async () => {
    const { offer, buyer, seller } = await aThread();
    const keys = Array.from({ length: 30 }, () => randomUUID());
    for (const key of keys) expect((await send(buyer, offer.id, 'Hello', key)).status).toBe(201);
    const refused = await send(buyer, offer.id, 'One more');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await send(buyer, offer.id, 'Hello', keys[3])).status).toBe(200);
    expect((await send(seller, offer.id, 'Hello')).status).toBe(201);
    const other = await factory.anOffer({ buyer: offer.buyer });
    expect((await send(buyer, other.id, 'Hello')).status).toBe(201);
    await factory
      .db('messages')
      .where({ user_id: offer.buyer.id })
      .update({ created_at: new Date(Date.now() - 660_000) });
    expect((await send(buyer, offer.id, 'One more')).status).toBe(201);
  });

  test('300 a day, 20 at once past the limit are all refused', async () => {
    const { offer, buyer } = await aThread();
    const row = {
      offer_id: offer.id,
      side: 'buyer' as const,
      user_id: offer.buyer.id,
      body: 'x',
      created_at: new Date(Date.now() - 3_600_000),
    };
    await factory.db('messages').insert(Array(295).fill(row));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(buyer, offer.id, 'Hi')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

test('staff read the original and hide it, once and audited', async () => {
  const { offer, buyer, seller, staff } = await aThread();
  await send(buyer, offer.id, 'You are a fool, joe@acme.com');
  const [message] = (await read(staff, offer.id)).messages;
  expect(message).toMatchObject({ body: 'You are a fool, joe@acme.com', mine: false, hidden: false });
  const id = message?.id ?? 0;
  const hide = () => staff.call(calls.hideMessage, { id }, { reason: 'Insult' });
  expect((await hide()).status).toBe(200);
  expect((await hide()).status).toBe(200);
  const removed = `Message removed by ${app.services.config.brandName}.`;
  for (const client of [buyer, seller]) {
    expect((await read(client, offer.id)).messages).toMatchObject([
      { body: removed, hidden: true, masked: false },
    ]);
    expect((await shown(client, offer.id)).last_message?.body).toBe(removed);
  }
  expect((await shown(seller, offer.id)).unread_messages).toBe(0);
  expect((await read(staff, offer.id)).messages).toMatchObject([
    { body: 'You are a fool, joe@acme.com', hidden: true },
  ]);
  const audited = await factory.db('audit_log').where({ action: 'message.hide', subject_id: id });
  expect(audited).toMatchObject([
    { subject_type: 'message', after: { offer_id: offer.id, reason: 'Insult' } },
  ]);
});

describe('the mail of unread messages', () => {
  const soon = () => new Date(Date.now() + app.services.config.waits.unreadMessages + 1_000);
  const mailsOf = async (offerId: number) =>
    factory
      .db('mails')
      .where('event_key', 'like', `messages:${offerId}:%`)
      .orderBy('id')
      .select('subject', 'html', 'recipient');

  test('leaves once after the wait until they read, masked, with the last five', async () => {
    // What the tests above left would take as long as the wait.
    await runDueJobs(app.services, messageJobs, soon());
    const { offer, buyer, seller } = await aThread();
    for (const text of ['1', '2', '3', '4', '5', 'Call (415) 555-2671'])
      await send(buyer, offer.id, `Text ${text}`);
    await runDueJobs(app.services, messageJobs);
    expect(await mailsOf(offer.id)).toEqual([]);
    await runDueJobs(app.services, messageJobs, soon());
    const [mail, ...others] = await mailsOf(offer.id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: offer.seller.email });
    expect(mail?.subject).toMatch(new RegExp(`^New message from .+ about ${offer.offer_number}$`));
    expect(mail?.html).toContain(MASK);
    expect(mail?.html).not.toContain('555-2671');
    expect(mail?.html).not.toContain('Text 1');
    expect(mail?.html).toContain('Text 2');
    expect(mail?.html).toContain(`/my_offers?offer=${offer.id}`);

    await send(buyer, offer.id, 'Still there?');
    await runDueJobs(app.services, messageJobs, soon());
    expect(await mailsOf(offer.id)).toHaveLength(1);
    await seller.call(calls.markRead, { id: offer.id }, { last_id: Number.MAX_SAFE_INTEGER });
    await send(buyer, offer.id, 'Thank you');
    await runDueJobs(app.services, messageJobs, soon());
    expect(await mailsOf(offer.id)).toHaveLength(2);
  });

  test('is not written for what was read, or told by the mail of its act', async () => {
    const { offer, buyer, seller } = await aThread();
    await send(seller, offer.id, 'New stock');
    await buyer.call(calls.markRead, { id: offer.id }, { last_id: Number.MAX_SAFE_INTEGER });
    const prices = [{ id: offer.lines[0]?.id, unit_price: 900 }];
    await seller.request('POST', `/offers/${offer.id}/counter_offer`, {
      body: { offer_products_attributes: prices, note: 'Best I can do' },
    });
    await runDueJobs(app.services, messageJobs, soon());
    expect(await mailsOf(offer.id)).toEqual([]);
  });

  test('tells of the message of an acceptance, and leads to the order', async () => {
    const { offer, seller } = await aThread();
    await seller.request('PUT', `/offers/${offer.id}/accept`, { body: { note: 'Ships Monday' } });
    await runDueJobs(app.services, messageJobs, soon());
    const [mail] = await mailsOf(offer.id);
    expect(mail?.html).toContain('Ships Monday');
    expect(mail?.html).toContain('/my_orders?order=');
  });
});

test('colleagues and staff read who of the company wrote, the other side reads the company', async () => {
  const { offer, buyer, seller, staff } = await aThread();
  const colleague = await factory.aMember(offer.buyer, 'purchaser', { name: 'Ben Ruiz' });
  const asColleague = await factory.as(colleague);
  await send(buyer, offer.id, 'From the owner');
  await send(asColleague, offer.id, 'From Ben');
  const authors = async (client: Client) =>
    (await read(client, offer.id)).messages.map(({ mine, by }) => [mine, by?.name ?? null]);
  const owner = offer.buyer.full_name;
  expect(await authors(buyer)).toEqual([
    [true, owner],
    [false, 'Ben Ruiz'],
  ]);
  expect(await authors(asColleague)).toEqual([
    [false, owner],
    [true, 'Ben Ruiz'],
  ]);
  expect(await authors(staff)).toEqual([
    [false, owner],
    [false, 'Ben Ruiz'],
  ]);
  expect(await authors(seller)).toEqual([
    [false, null],
    [false, null],
  ]);
  expect((await shown(buyer, offer.id)).last_message?.by?.name).toBe('Ben Ruiz');
  expect((await shown(seller, offer.id)).last_message).not.toHaveProperty('by');
});
