import { apply, approve, deny, previewDenial } from '../../server/accounts/applications/contract';
import { magicSignIn } from '../../server/accounts/contract';
import {
  RESET_REQUESTED,
  requestReset,
  resetPassword,
  updateMe,
} from '../../server/accounts/passwords/contract';
import { sendResetMail } from '../../server/accounts/passwords/reset-mail';
import { mailbox } from '../../server/development/queries';
import { sendMail } from '../../server/mail/mailer';
import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const visitor = () => new Client(app.origin);
const BUYER = {
  full_name: 'Ada Lovelace',
  email: 'ada@example.com',
  buyer_name: 'Engines',
  buyer_category: 'Liquidator',
};
const SELLER = { seller_name: 'Analytical', email: 'brand@example.com', seller_category: 'Toys' };

async function mailsTo(email: string) {
  await runDueJobs(app.services, [sendResetMail, sendMail]);
  return (await mailbox(factory.db)).filter(({ to }) => to === email);
}
const linkIn = (text: string, path: string) => new RegExp(`${path}[?/=\\w-]*`).exec(text)?.[0] ?? '';
const magicIn = (text: string) => linkIn(text, '/magic/sign_in/').split('/').at(-1) ?? '';

test.each([
  ['nothing', {}, ['Required', 'Required', 'Required', 'Required']],
  ['a bad e-mail', { ...BUYER, email: 'nonsense' }, ['Please enter a valid email address']],
  ['a category that is none', { ...BUYER, buyer_category: 'Pirates' }, ['Invalid category']],
  ["a buyer's category for a seller", { ...SELLER, seller_category: 'Liquidator' }, ['Invalid category']],
  ['a seller without a name', { ...SELLER, seller_name: ' ' }, ['Required']],
])('an application with %s is refused in the words of the form', async (_what, profile, errors) => {
  const answer = await visitor().call(apply, {}, { profile });
  expect(answer.status).toBe(422);
  expect((answer.body as { errors: string[] }).errors).toEqual(errors);
});

test('a buyer applies, is approved, follows the link once and creates a password', async () => {
  const staff = await factory.as(await factory.staff());
  expect((await visitor().call(apply, {}, { profile: BUYER })).status).toBe(201);
  const user = await factory.db('users').where({ email: BUYER.email }).first();
  expect(user).toMatchObject({ status: 'provisional', full_name: 'Ada Lovelace' });
  expect((await staff.call(approve, { id: user?.id ?? 0 }, {})).body).toMatchObject({
    status: 'approved',
    kind: 'buyer',
  });
  expect((await staff.call(approve, { id: user?.id ?? 0 }, {})).status).toBe(409);
  const mails = await mailsTo(BUYER.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your account is approved',
    'We received your application',
  ]);
  const magic_sauce = magicIn(mails[0]?.text ?? '');

  // Opening the page, or asking for its head, uses nothing up.
  expect((await visitor().send('GET', `/magic/sign_in/${magic_sauce}`)).status).toBe(200);
  expect((await visitor().send('HEAD', `/magic_sign_in?magic_sauce=${magic_sauce}`)).status).toBe(204);
  const tries = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const client = visitor();
      return { client, answer: await client.call(magicSignIn, {}, undefined, { magic_sauce }) };
    }),
  );
  const winners = tries.filter(({ answer }) => answer.status === 200);
  expect([winners.length, tries.filter(({ answer }) => answer.status === 401).length]).toEqual([1, 9]);

  const client = winners[0]?.client ?? visitor();
  expect(
    (await client.send('GET', '/cart', { headers: { Accept: 'text/html' } })).headers.get('Location'),
  ).toBe('/buyers_create_password');
  for (const [password, error] of [
    ['short', 'Minimum 8 characters'],
    ['x'.repeat(129), 'Maximum 128 characters'],
    ['password123', 'Choose a less common password'],
  ] as const) {
    const refused = await client.call(updateMe, {}, { password, confirm_password: password });
    expect([refused.status, (refused.body as unknown as { errors: string[] }).errors]).toEqual([
      422,
      [error],
    ]);
  }
  const unequal = await client.call(
    updateMe,
    {},
    { password: 'long-enough-1', confirm_password: 'long-enough-2' },
  );
  expect((unequal.body as unknown as { errors: string[] }).errors).toEqual(['Passwords do not match']);
  const created = await client.call(
    updateMe,
    {},
    {
      user: { password: 'long-enough-1', confirm_password: 'long-enough-1', status: 'password_created' },
    },
  );
  expect(created.body.user.status).toBe('password_created');
  const again = await visitor().request('POST', '/login', {
    body: { user: { email: BUYER.email, password: 'long-enough-1' } },
  });
  expect(again.body).toMatchObject({ user: { status: 'onboarded' } });
});

test('applying twice answers as the first time, creates nothing, and tells the address', async () => {
  const first = await visitor().call(apply, {}, { profile: SELLER });
  const second = await visitor().call(
    apply,
    {},
    { profile: { ...SELLER, email: SELLER.email.toUpperCase() } },
  );
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  expect(await factory.db('sellers').where({ name: SELLER.seller_name })).toHaveLength(1);
  expect((await mailsTo(SELLER.email)).map(({ subject }) => subject)).toEqual([
    'You already have an account or application',
    'We received your application',
  ]);
});

test('the approval mail of a seller, and no other, says that shipping is included until they choose', async () => {
  const staff = await factory.as(await factory.staff());
  const NOTE = 'At first shipping is included in your prices: you pay the carrier.';
  const people = [
    await factory.aSeller({ status: 'provisional' }),
    await factory.aBuyer({ status: 'provisional' }),
  ];
  const noted = [];
  for (const { id, email } of people) {
    expect((await staff.call(approve, { id }, {})).status).toBe(200);
    const [mail] = await mailsTo(email);
    noted.push([mail?.subject, mail?.text.includes(NOTE), mail?.html.includes('/settings/shipping"')]);
  }
  expect(noted).toEqual([
    ['Your account is approved', true, true],
    ['Your account is approved', false, false],
  ]);
});

test('a reset request returns the same for every address, and mails only users who can sign in', async () => {
  const people = {
    active: await factory.aBuyer(),
    approved: await factory.aBuyer({ status: 'approved' }),
    provisional: await factory.aBuyer({ status: 'provisional' }),
    denied: await factory.aSeller({ status: 'denied' }),
  };
  for (const { email } of [...Object.values(people), { email: 'nobody@example.com' }]) {
    const answer = await visitor().call(requestReset, {}, { user: { email } });
    expect([answer.status, answer.body]).toEqual([200, { message: RESET_REQUESTED }]);
  }
  const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
  expect(await subjects(people.active.email)).toEqual(['Reset your password']);
  expect(await subjects(people.approved.email)).toEqual(['Create your password']);
  expect(await subjects(people.provisional.email)).toEqual([]);
  expect(await subjects(people.denied.email)).toEqual([]);
});

test('the mail to an unverified address contains no link of the applicant’s', async () => {
  const profile = { ...BUYER, email: 'proof@example.com', full_name: 'You won: https://evil.example/x' };
  expect((await visitor().call(apply, {}, { profile })).status).toBe(201);
  const [mail] = await mailsTo(profile.email);
  expect(mail?.text).toContain('Hello,');
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
});

test('replies to the mail of a contact request go to its author, and its lines are kept', async () => {
  const message = 'First line.\n\nSecond <line>.';
  const contact_us = {
    name: 'Eve',
    email: 'eve@example.com',
    subject: 'Hi\r\nBcc: x@example.com',
    message,
  };
  expect((await visitor().request('POST', '/contact_us', { body: { contact_us } })).status).toBe(201);
  const mail = await factory.db('mails').orderBy('id', 'desc').first();
  expect(mail).toMatchObject({ reply_to: 'eve@example.com', subject: 'Contact: Hi Bcc: x@example.com' });
  expect(mail?.text).toContain('wrote:\n\nFirst line.\n\nSecond <line>.');
});

test('at most five links an hour are mailed', async () => {
  const { email } = await factory.aBuyer();
  for (let i = 0; i < 7; i++) {
    const answer = await visitor().call(requestReset, {}, { user: { email } });
    expect([answer.status, answer.body]).toEqual([200, { message: RESET_REQUESTED }]);
  }
  expect(await mailsTo(email)).toHaveLength(5);
});

test('a reset link works once, not after a newer one, not after 6 hours, and is not spent by a bad password', async () => {
  const buyer = await factory.aBuyer();
  const link = async () => {
    await visitor().call(requestReset, {}, { user: { email: buyer.email } });
    const [mail] = await mailsTo(buyer.email);
    return /reset_password_token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const reset = (token: string, password = 'quite-a-new-one', confirm_password = password) =>
    visitor().call(resetPassword, {}, { user: { reset_password_token: token, password, confirm_password } });
  const bad = {
    errors: [
      {
        attribute: 'reset_password_token',
        type: 'invalid',
        message: 'Invalid reset password token. Please request another.',
      },
    ],
    code: 'invalid',
  };
  const [older, newer] = [await link(), await link()];
  expect((await reset(older)).body).toEqual(bad);
  expect((await reset(newer, 'short')).status).toBe(422);
  expect((await reset(newer, 'quite-a-new-one', 'another-one')).body).toMatchObject({
    errors: [{ attribute: 'confirm_password', message: 'Passwords do not match' }],
  });
  expect((await reset(newer)).status).toBe(200);
  expect((await reset(newer)).body).toEqual(bad);
  const late = await link();
  await factory
    .db('one_time_tokens')
    .where({ user_id: buyer.id })
    .update({ expires_at: new Date(Date.now() - 1) });
  expect((await reset(late)).body).toEqual(bad);
  const { rows } = await factory.db.raw(
    `select count(*)::int as n from one_time_tokens where digest::text like ?`,
    [`%${late}%`],
  );
  expect(rows[0].n).toBe(0);
});

test('denial ends sessions and tokens, unlists the products, ends offers and unpaid orders; approval restores', async () => {
  const seller = await factory.aSeller();
  const offer = await factory.anOffer({ seller });
  const order = await factory.anOrder({ seller });
  const client = await factory.signedIn(seller);
  const staff = await factory.as(await factory.staff());
  expect((await staff.call(deny, { id: seller.id }, {})).body).toMatchObject({ status: 'denied' });
  expect((await client.request('GET', '/offers')).status).toBe(401);
  expect((await visitor().request('GET', `/marketplace/products/${offer.product.id}`)).status).toBe(404);
  expect(await factory.db('offers').where({ id: offer.id }).first('state')).toEqual({ state: 'rejected' });
  expect(await factory.db('purchase_orders').where({ id: order.id }).first('status')).toEqual({
    status: 'canceled',
  });
  const back = await factory.signedIn(seller);
  expect(
    (await back.send('GET', '/my_offers', { headers: { Accept: 'text/html' } })).headers.get('Location'),
  ).toBe('/seller_inquiry/submitted');
  expect((await back.request('GET', '/offers')).status).toBe(403);
  expect((await staff.call(approve, { id: seller.id }, {})).body).toMatchObject({
    status: 'password_created',
  });
  expect((await visitor().request('GET', `/marketplace/products/${offer.product.id}`)).status).toBe(200);
});

test('the email that staff read before a denial is the one that leaves', async () => {
  const staff = await factory.as(await factory.staff());
  const applicant = await factory.aBuyer({ status: 'provisional' });
  const { body: preview } = await staff.call(previewDenial, { id: applicant.id });
  expect(await mailsTo(applicant.email)).toEqual([]);
  expect((await staff.call(deny, { id: applicant.id }, {})).status).toBe(200);
  const [sent] = await mailsTo(applicant.email);
  expect(preview).toEqual({ to: applicant.email, subject: sent?.subject, text: sent?.text });
});
