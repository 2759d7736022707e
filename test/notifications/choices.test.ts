import { resetLink } from '../../server/accounts/mailer';
import type { Buyer, Seller } from '../../server/accounts/policy';
import {
  allowedChoices,
  emailChoices,
  type NotificationKind,
  notificationKinds,
} from '../../server/contract/notification-kinds';
import { deliver } from '../../server/mail/mailer';
import { showNotifications, updateNotifications } from '../../server/notifications/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

const kinds = Object.keys(notificationKinds) as NotificationKind[];
const ALLOWED: Record<NotificationKind, readonly string[]> = {
  offers: ['instant', 'daily', 'off'],
  orders: ['instant', 'daily', 'off'],
  claims: ['instant', 'daily'],
  favorites: ['instant', 'off'],
  approvals: ['instant', 'off'],
  integrations: ['instant', 'off'],
  payments: ['instant'],
};

const choose = (client: Client, choices: object) => client.call(updateNotifications, {}, { choices });
const stored = ({ id: user_id }: { id: number }) =>
  factory.db('notification_choices').where({ user_id }).orderBy('kind').select('kind', 'email');

const mailsTo = async ({ email }: Buyer | Seller) =>
  (await factory.db('mails').where({ recipient: email }).orderBy('id')).map(({ subject }) => subject);
const noticesOf = async ({ id: user_id }: Buyer | Seller) =>
  (await factory.db('email_notices').where({ user_id }).orderBy('id')).map(({ content }) => content.subject);

let mailNumber = 0;
const mail = (person: Buyer | Seller, kind: NotificationKind) =>
  factory.services.transaction((tx) =>
    deliver(tx, {
      kind,
      userId: person.id,
      to: person.email,
      subject: `About ${kind}`,
      view: 'offer_move',
      eventKey: `test:${mailNumber++}:${person.id}`,
      locals: {
        name: 'Ada',
        sentence: 'Something happened.',
        preview: 'Read it.',
        button: 'View Offer',
        path: '/my_offers?offer=1',
        note: null,
        lines: { shown: [], more: 0 },
        total: '$1.00',
        net: null,
        why: 'you are the buyer',
      },
    }),
  );

test('everybody begins with all mails at once, and sees what is allowed', async () => {
  const client = await factory.as(await factory.aBuyer());
  const { status, body } = await client.call(showNotifications, {});
  expect(status).toBe(200);
  expect(body).toEqual({
    choices: [
      { kind: 'offers', label: 'Offers and messages', email: 'instant', allowed: ALLOWED.offers },
      { kind: 'orders', label: 'Orders and shipping', email: 'instant', allowed: ALLOWED.orders },
      { kind: 'claims', label: 'Claims', email: 'instant', allowed: ALLOWED.claims },
      { kind: 'favorites', label: 'Favorites', email: 'instant', allowed: ALLOWED.favorites },
      { kind: 'payments', label: 'Payments', email: 'instant', allowed: ALLOWED.payments },
    ],
  });
});

test('who asks for approvals or decides chooses about those, a company of one has none', async () => {
  const [owner, seller] = [await factory.aBuyer(), await factory.aSeller()];
  const kindsOf = async (person: Buyer | Seller) =>
    (await (await factory.as(person)).call(showNotifications, {})).body.choices.map(({ kind }) => kind);
  expect(await kindsOf(owner)).not.toContain('approvals');
  const purchaser = await factory.aMember(owner, 'purchaser');
  const viewer = await factory.aMember(owner, 'viewer');
  const manager = await factory.aMember(seller, 'manager');
  const shown = await Promise.all([owner, purchaser, viewer, seller, manager].map(kindsOf));
  expect(shown.map((list) => list.includes('approvals'))).toEqual([true, true, false, false, false]);
});

test('owners of a company with keys or webhooks choose about those', async () => {
  const [owner, seller] = [await factory.aBuyer(), await factory.aSeller()];
  await factory.db.raw('update buyers set events_since = now() where id = ?', [owner.buyer_id]);
  const approver = await factory.aMember(owner, 'approver');
  const kindsOf = async (person: Buyer | Seller) =>
    (await (await factory.as(person)).call(showNotifications, {})).body.choices.map(({ kind }) => kind);
  const shown = await Promise.all([owner, approver, seller].map(kindsOf));
  expect(shown.map((list) => list.includes('integrations'))).toEqual([true, false, false]);
});

test('a warehouse, which gets no other mails, chooses about orders alone', async () => {
  const warehouse = await factory.aMember(await factory.aSeller(), 'warehouse');
  const { body } = await (await factory.as(warehouse)).call(showNotifications, {});
  expect(body.choices.map(({ kind }) => kind)).toEqual(['orders']);
});

test('sellers have no favorites to be told of', async () => {
  const { body } = await (await factory.as(await factory.aSeller())).call(showNotifications, {});
  expect(body.choices.map(({ kind }) => kind)).toEqual(['offers', 'orders', 'claims', 'payments']);
});

describe.each(kinds)('%s', (kind) => {
  test.each(emailChoices)('%s is saved where it is allowed and otherwise changes nothing', async (email) => {
    const person = await factory.aBuyer();
    await factory.aMember(person, 'purchaser');
    await factory.db.raw('update buyers set events_since = now() where id = ?', [person.buyer_id]);
    const client = await factory.as(person);
    const answer = await choose(client, { [kind]: email });
    if (ALLOWED[kind].includes(email)) {
      expect(answer.status).toBe(200);
      expect(answer.body.choices.find((choice) => choice.kind === kind)?.email).toBe(email);
      expect(await stored(person)).toEqual([{ kind, email }]);
    } else {
      expect(answer.status).toBe(422);
      expect(await stored(person)).toEqual([]);
    }
    expect(allowedChoices(kind)).toEqual(ALLOWED[kind]);
  });

  test.each(emailChoices)('%s decides what becomes of a mail, if it is allowed', async (email) => {
    const person = await factory.aBuyer();
    // A row that no call can write must not silence a mail.
    await factory.db('notification_choices').insert({ user_id: person.id, kind, email });
    const id = await mail(person, kind);
    const effective = ALLOWED[kind].includes(email) ? email : 'instant';
    expect(await mailsTo(person)).toEqual(effective === 'instant' ? [`About ${kind}`] : []);
    expect(await noticesOf(person)).toEqual(effective === 'daily' ? [`About ${kind}`] : []);
    expect(id === null).toBe(effective !== 'instant');
  });
});

test.each([
  [{ payments: 'off' }, "Payment emails can't be turned off."],
  [{ claims: 'off' }, "Claim emails can't be turned off."],
  [{ payments: 'daily' }, 'Payment emails are always sent right away.'],
  [{ offers: 'weekly' }, 'Choose how to get these emails'],
  [{ offers: { off: true } }, 'Choose how to get these emails'],
])('%o is refused with its reason, and nothing of the call is saved', async (choices, text) => {
  const person = await factory.aBuyer();
  const client = await factory.as(person);
  const answer = await choose(client, { orders: 'daily', ...choices });
  expect(answer.status).toBe(422);
  expect((answer.body as unknown as { errors: string[] }).errors).toContain(text);
  expect(await stored(person)).toEqual([]);
});

test('a kind that is not named keeps its choice, and an unknown one is ignored', async () => {
  const person = await factory.aBuyer();
  const client = await factory.as(person);
  await choose(client, { offers: 'off' });
  expect((await choose(client, { orders: 'daily', lottery: 'instant' })).status).toBe(200);
  expect(await stored(person)).toEqual([
    { kind: 'offers', email: 'off' },
    { kind: 'orders', email: 'daily' },
  ]);
  expect((await client.request('PUT', '/me/notifications', { body: {} })).status).toBe(400);
});

test('saving from ten windows at once leaves one row of each kind', async () => {
  const person = await factory.aBuyer();
  const client = await factory.as(person);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_item, index) =>
      choose(client, { offers: index % 2 ? 'off' : 'daily', orders: index % 2 ? 'daily' : 'off' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const rows = (await stored(person)).map(({ email }) => email).sort();
  expect(rows).toEqual(['daily', 'off']);
});

test('off silences the mails of real offers, and payments arrive all the same', async () => {
  const [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  await choose(await factory.as(seller), { offers: 'off', orders: 'off' });
  await choose(await factory.as(buyer), { offers: 'off', orders: 'off' });
  const { po_number } = await factory.anOrder({ buyer, seller });
  expect(await mailsTo(seller)).toEqual([]);
  expect(await mailsTo(buyer)).toEqual([
    expect.stringMatching(new RegExp(`^${po_number}: pay \\$80\\.00 by`)),
  ]);
});

test('a change holds for what happens after it', async () => {
  const [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  const client = await factory.as(seller);
  const offer = await factory.anOffer({ buyer, seller });
  await choose(client, { offers: 'daily' });
  await factory.anOffer({ buyer, seller });
  expect(await mailsTo(seller)).toEqual([expect.stringContaining(offer.offer_number)]);
  expect(await noticesOf(seller)).toHaveLength(1);
  await choose(client, { offers: 'instant' });
  await factory.anOffer({ buyer, seller });
  expect(await mailsTo(seller)).toHaveLength(2);
  expect(await noticesOf(seller)).toHaveLength(1);
});

test('an event is told once, also when the choice changed between two attempts', async () => {
  const person = await factory.aBuyer();
  const client = await factory.as(person);
  const again = async () => {
    mailNumber -= 1;
    await mail(person, 'offers');
  };
  await choose(client, { offers: 'daily' });
  await mail(person, 'offers');
  await again();
  await choose(client, { offers: 'instant' });
  await again();
  expect([await mailsTo(person), await noticesOf(person)]).toEqual([[], ['About offers']]);
  await mail(person, 'offers');
  await choose(client, { offers: 'daily' });
  await again();
  expect([await mailsTo(person), await noticesOf(person)]).toEqual([['About offers'], ['About offers']]);
});

test('the account mails of a person who turned everything off still leave', async () => {
  const person = await factory.aBuyer();
  await choose(await factory.as(person), { offers: 'off', orders: 'off' });
  const { id, email } = person;
  await factory.services.transaction((tx) => resetLink(tx, { id, email, name: 'Ada', token: 'x' }));
  expect(await mailsTo(person)).toEqual(['Reset your password']);
  expect(await factory.db('mails').where({ recipient: email }).first('headers')).toEqual({ headers: null });
});
