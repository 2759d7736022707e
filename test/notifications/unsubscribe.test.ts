import type { Seller } from '../../server/accounts/policy';
import { unsubscribeToken } from '../../server/mail/unsubscribe-token';
import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false, demo: true });
const factory = new Factory(app);

const html = { headers: { Accept: 'text/html' } };
const ONE_CLICK = {
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
};

const stranger = () => new Client(app.origin);
const choicesOf = ({ id: user_id }: Pick<Seller, 'id'>) =>
  factory.db('notification_choices').where({ user_id }).orderBy('kind').select('kind', 'email');

interface MailboxMail {
  to: string;
  subject: string;
  headers: Record<string, string>;
}

const mailbox = async () => (await stranger().request('GET', '/dev/mailbox.json')).body as MailboxMail[];

/** The address in the header of a real mail. */
async function unsubscribeAddress(seller: Seller) {
  await factory.anOffer({ seller });
  const mail = (await mailbox()).find(({ to }) => to === seller.email);
  return /^<(.+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
}

const pathOf = (address: string) => new URL(address).pathname;

test('mails that may be off name one click; others have no such header', async () => {
  const [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  const { po_number } = await factory.anOrder({ buyer, seller });
  const headersOf = new Map(
    (await mailbox()).map(({ to, subject, headers }) => [`${to} ${subject}`, headers]),
  );
  const one = [...headersOf].filter(([, { 'List-Unsubscribe': address }]) => address);
  expect(one.map(([, headers]) => headers['List-Unsubscribe-Post'])).toEqual(
    one.map(() => 'List-Unsubscribe=One-Click'),
  );
  expect(one.map(([name]) => name.split(' ')[0])).toEqual(one.map(() => seller.email));
  expect(one).toHaveLength(2);
  const payment = [...headersOf].find(([name]) => name.startsWith(`${buyer.email} ${po_number}: pay`));
  expect(payment?.[1]).toEqual({});
});

test('one click turns that kind off, without session, token, redirect or cookie, and again the same', async () => {
  const seller = await factory.aSeller();
  const address = await unsubscribeAddress(seller);
  expect(address).toMatch(new RegExp(`^${app.services.config.appUrl}/unsubscribe/`));
  for (const _time of [1, 2]) {
    const answer = await stranger().send('POST', pathOf(address), ONE_CLICK);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('location')).toBeNull();
    expect(await choicesOf(seller)).toEqual([{ kind: 'offers', email: 'off' }]);
  }
  const before = (await mailbox()).length;
  await factory.anOffer({ seller });
  expect((await mailbox()).length).toBe(before);
});

test.each([
  ['multipart/form-data', () => Object.assign(new FormData(), {})],
  ['an empty body', () => ''],
])('%s works as well', async (_name, body) => {
  const seller = await factory.aSeller();
  const path = pathOf(await unsubscribeAddress(seller));
  const form = body();
  if (form instanceof FormData) form.append('List-Unsubscribe', 'One-Click');
  expect((await stranger().send('POST', path, form === '' ? {} : { body: form })).status).toBe(200);
  expect(await choicesOf(seller)).toEqual([{ kind: 'offers', email: 'off' }]);
});

test('following the link changes nothing: the page asks, and its button answers with a page', async () => {
  const seller = await factory.aSeller();
  const path = pathOf(await unsubscribeAddress(seller));
  const asked = await stranger().send('GET', path, html);
  expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(asked.headers.get('referrer-policy')).toBe('no-referrer');
  expect(asked.text).toContain('Turn off offer emails?');
  expect(asked.text).toMatch(/<button[^>]*>Turn Off<\/button>/);
  await stranger().send('HEAD', path, html);
  expect(await choicesOf(seller)).toEqual([]);
  const done = await stranger().send('POST', path, {
    ...html,
    body: new URLSearchParams(),
  });
  expect(done.status).toBe(200);
  expect(done.headers.get('set-cookie')).toBeNull();
  expect(done.text).toMatch(
    /You won't get offer emails anymore\. Change this in <a href="\/settings\/notifications">Settings<\/a>\./,
  );
  expect(await choicesOf(seller)).toEqual([{ kind: 'offers', email: 'off' }]);
});

test('a token that was not signed here is not found, and changes nothing', async () => {
  const [seller, other] = await Promise.all([factory.aSeller(), factory.aSeller()]);
  const { config } = app.services;
  const token = unsubscribeToken(config, { userId: seller.id, topics: ['offers'] });
  const [, kind, signature] = token.split('.');
  const foreign = unsubscribeToken(
    { secretKeyBase: 'another secret' },
    { userId: seller.id, topics: ['offers'] },
  );
  const wrong = [
    `${other.id}.${kind}.${signature}`,
    `${seller.id}.orders.${signature}`,
    `${seller.id}.${kind}.${signature?.slice(0, -2)}`,
    `${seller.id}.${kind}`,
    foreign,
    'x',
    '..',
    '%00',
    'a'.repeat(5_000),
    unsubscribeToken(config, { userId: seller.id, topics: ['payments'] }),
    unsubscribeToken(config, { userId: seller.id, topics: ['claims'] }),
    unsubscribeToken(config, { userId: seller.id, topics: ['lottery'] }),
    unsubscribeToken(config, { userId: seller.id, topics: [] }),
    unsubscribeToken(config, { userId: 2_147_483_647, topics: ['offers'] }),
  ];
  for (const one of wrong) {
    expect([one, (await stranger().send('POST', `/unsubscribe/${one}`, ONE_CLICK)).status]).toEqual([
      one,
      404,
    ]);
    expect([one, (await stranger().send('GET', `/unsubscribe/${one}`, html)).status]).toEqual([one, 404]);
  }
  expect(await choicesOf(seller)).toEqual([]);
  expect(await choicesOf(other)).toEqual([]);
});

test("a person who is signed in turns off the kind of the mail's reader, never their own", async () => {
  const [reader, visitor] = await Promise.all([factory.aSeller(), factory.aSeller()]);
  const path = pathOf(await unsubscribeAddress(reader));
  const client = await factory.signedIn(visitor);
  expect((await client.send('POST', path, ONE_CLICK)).status).toBe(200);
  expect(await choicesOf(reader)).toEqual([{ kind: 'offers', email: 'off' }]);
  expect(await choicesOf(visitor)).toEqual([]);
});
