import { deny } from '../../../server/accounts/applications/contract';
import {
  acceptInvitation,
  inviteMember,
  listActivity,
  listMembers,
  resendInvitation,
  withdrawInvitation,
} from '../../../server/accounts/company/contract';
import { me } from '../../../server/accounts/contract';
import type { Buyer, Seller } from '../../../server/accounts/policy';
import { mailbox } from '../../../server/development/queries';
import { sendMail } from '../../../server/mail/mailer';
import { Client } from '../../support/client';
import { Factory, PASSWORD } from '../../support/factories';
import { runDueJobs } from '../../support/jobs';
import { useTestApp } from '../../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const ENDED = 'This invitation has expired or was withdrawn. Ask for a new one.';
const FORM = { full_name: 'Anna Bauer', password: 'long-enough-1', confirm_password: 'long-enough-1' };

let addresses = 0;
const newAddress = () => `colleague-${++addresses}@example.com`;

const visitor = () => new Client(app.origin);

async function mailsTo(email: string) {
  await runDueJobs(app.services, [sendMail]);
  return (await mailbox(factory.db)).filter(({ to }) => to === email);
}

async function linkTo(email: string) {
  const [mail] = await mailsTo(email);
  return /\/invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function invite(owner: Buyer | Seller, role: string, email = newAddress(), limits: object = {}) {
  const client = await factory.as(owner);
  const answer = await client.request('POST', '/company/invitations', { body: { email, role, ...limits } });
  expect(answer.status).toBe(201);
  return { client, email, id: (answer.body as { invitation: { id: number } }).invitation.id };
}

const accept = (token: string, form: object = FORM) =>
  visitor().call(acceptInvitation, {}, { token, ...form });

const errorsOf = ({ status, body }: { status: number; body: unknown }) => {
  const { error, errors, code, blockers } = body as Record<string, unknown>;
  return { status, ...(errors ? { errors } : { error }), code, ...(blockers ? { blockers } : {}) };
};

test('an invited colleague chooses a password and is a member, with role and limits', async () => {
  const owner = await factory.aBuyer({ name: 'Acme Retail' });
  const limits = { order_limit_cents: 50_000, month_limit_cents: 200_000 };
  const { client, email, id } = await invite(owner, 'purchaser', 'anna@acme.example', limits);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('Join Acme Retail on Lotwise');
  expect(mail?.text).toContain(
    'as a purchaser: buys and negotiates within limits. Limits: $500.00 per order, $2,000.00 per 30 days.',
  );
  expect(mail?.text).toContain(`You received this email because ${owner.full_name} invited this address.`);
  const invited = await client.call(listMembers, {});
  expect(invited.body.members).toMatchObject([{ id: owner.id, role: 'owner', primary: true, you: true }]);
  expect(invited.body.invitations).toMatchObject([
    { id, email, role: 'purchaser', ...limits, invited_by: { id: owner.id, name: owner.full_name } },
  ]);
  const row = await factory.db('invitations').where({ id }).first();
  const token = await linkTo(email);
  expect(JSON.stringify(row)).not.toContain(token);

  const answer = await accept(token);
  expect(answer.status).toBe(201);
  expect(answer.headers.get('Authorization')).toMatch(/^Bearer /);
  expect(answer.body.user).toMatchObject({
    email,
    full_name: 'Anna Bauer',
    status: 'onboarded',
    role: 'purchaser',
    company: { id: owner.buyer_id, kind: 'buyer', name: 'Acme Retail' },
    limits: { order_cents: 50_000, month_cents: 200_000 },
  });
  expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
    'Anna Bauer joined Acme Retail',
  ]);
  const list = (await client.call(listMembers, {})).body;
  expect(list.members.map((member) => [member.full_name, member.role, member.primary, member.you])).toEqual([
    [owner.full_name, 'owner', true, true],
    ['Anna Bauer', 'purchaser', false, false],
  ]);
  expect(list.invitations).toEqual([]);
  const { activity } = (await client.call(listActivity, {})).body;
  expect(activity.map(({ action, by, subject }) => [action, by?.name, subject])).toEqual([
    ['company.join', 'Anna Bauer', 'Anna Bauer'],
    ['company.invite', owner.full_name, email],
  ]);
});

test('one invitation accepted ten times at once makes one member', async () => {
  const owner = await factory.aBuyer();
  const { email } = await invite(owner, 'viewer');
  const token = await linkTo(email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  for (const answer of refused) expect([422, 409]).toContain(answer.status);
  expect(await factory.db('users').where({ buyer_id: owner.buyer_id })).toHaveLength(2);
  expect(errorsOf(await accept(token))).toEqual({ status: 422, errors: [ENDED], code: 'invitation_ended' });
});

test('an address that turns or hides the text around it is refused', async () => {
  const client = await factory.as(await factory.aBuyer());
  for (const email of [
    'a\u202egnp.exe@x.example',
    'a\u200b@x.example',
    'a@x.exam\u2066ple',
    'a\u0007@x.example',
  ])
    expect([
      email,
      (await client.request('POST', '/company/invitations', { body: { email, role: 'viewer' } })).status,
    ]).toEqual([email, 422]);
});

test('every link that ended gets one text', async () => {
  const owner = await factory.aBuyer();
  const withdrawn = await invite(owner, 'viewer');
  const withdrawnToken = await linkTo(withdrawn.email);
  expect((await withdrawn.client.call(withdrawInvitation, { id: withdrawn.id })).status).toBe(204);
  expect((await withdrawn.client.call(withdrawInvitation, { id: withdrawn.id })).status).toBe(404);
  const expired = await invite(owner, 'viewer');
  const expiredToken = await linkTo(expired.email);
  await factory.db('invitations').where({ id: expired.id }).update({ expires_at: new Date() });
  const resent = await invite(owner, 'viewer');
  const olderToken = await linkTo(resent.email);
  expect((await resent.client.call(resendInvitation, { id: resent.id }, {})).status).toBe(200);
  const newerToken = await linkTo(resent.email);
  for (const token of ['', 'nonsense', withdrawnToken, expiredToken, olderToken])
    expect(errorsOf(await accept(token))).toEqual({ status: 422, errors: [ENDED], code: 'invitation_ended' });
  expect((await accept(newerToken)).status).toBe(201);
  // Inviting again after the end is a new invitation.
  await invite(owner, 'viewer', expired.email);
});

test('a wrong form keeps the link', async () => {
  const { email } = await invite(await factory.aBuyer(), 'viewer');
  const token = await linkTo(email);
  const refused = await accept(token, { ...FORM, full_name: ' ', confirm_password: 'another-one' });
  expect(refused.status).toBe(422);
  expect((refused.body as unknown as { field_errors: object }).field_errors).toEqual({
    full_name: ['Required'],
    confirm_password: ['Passwords do not match'],
  });
  const common = await accept(token, { ...FORM, password: 'password123', confirm_password: 'password123' });
  expect(errorsOf(common)).toMatchObject({ status: 422, errors: ['Choose a less common password'] });
  expect((await accept(token)).status).toBe(201);
});

test('who is a member or invited is not invited again, and a role is of the own kind', async () => {
  const owner = await factory.aBuyer();
  const client = await factory.as(owner);
  const member = await factory.aMember(owner, 'viewer');
  const { email } = await invite(owner, 'viewer');
  const tried = (body: object) => client.request('POST', '/company/invitations', { body });
  expect(errorsOf(await tried({ email: member.email.toUpperCase(), role: 'viewer' }))).toEqual({
    status: 409,
    error: `${member.email} is already a member.`,
    code: 'already_member',
  });
  expect(errorsOf(await tried({ email, role: 'approver' }))).toEqual({
    status: 409,
    error: `${email} already has an open invitation.`,
    code: 'already_invited',
  });
  for (const role of [undefined, '', 'boss', 'warehouse'])
    expect(errorsOf(await tried({ email: newAddress(), role }))).toMatchObject({
      status: 422,
      errors: ['Choose a role'],
    });
});

test('a company has up to 50 members, open invitations included', async () => {
  const owner = await factory.aBuyer();
  const { id, client } = await invite(owner, 'viewer');
  for (let count = 2; count < 50; count++) await factory.aMember(owner, 'viewer');
  const tried = () => client.call(inviteMember, {}, { email: newAddress(), role: 'viewer' });
  expect(errorsOf(await tried())).toMatchObject({
    status: 422,
    errors: ['A company can have up to 50 members'],
  });
  expect((await client.call(resendInvitation, { id }, {})).status).toBe(200);
  expect((await client.call(withdrawInvitation, { id })).status).toBe(204);
  expect((await tried()).status).toBe(201);
});

test('a seller without a profile invites members who are onboarded with it', async () => {
  const owner = await factory.aSeller({ description: '' });
  const { email } = await invite(owner, 'warehouse');
  expect((await accept(await linkTo(email))).body.user).toMatchObject({
    status: 'password_created',
    role: 'warehouse',
    capabilities: ['company:read', 'orders:read', 'orders:ship'],
  });
});

test('a company that is denied lets nobody in', async () => {
  const owner = await factory.aBuyer();
  const { email } = await invite(owner, 'viewer');
  const token = await linkTo(email);
  const staff = await factory.as(await factory.staff());
  expect((await staff.call(deny, { id: owner.id }, {})).status).toBe(200);
  expect(errorsOf(await accept(token))).toMatchObject({ status: 422, errors: [ENDED] });
});

describe('an invited address with an account', () => {
  test('moves by a click, keeps its password and is signed out elsewhere', async () => {
    const owner = await factory.aBuyer({ name: 'Acme Retail' });
    const moving = await factory.aBuyer({ name: 'Ben Ruiz' });
    const elsewhere = await factory.signedIn(moving);
    await invite(owner, 'approver', moving.email);
    const [mail] = await mailsTo(moving.email);
    expect(mail?.subject).toBe('You were invited to Acme Retail');
    expect(mail?.text).toContain('Move to Acme Retail');
    const answer = await accept(await linkTo(moving.email), {});
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({
      id: moving.id,
      role: 'approver',
      status: 'onboarded',
      company: { id: owner.buyer_id, name: 'Acme Retail' },
    });
    expect((await elsewhere.call(me, {})).status).toBe(401);
    const again = await visitor().request('POST', '/login', {
      body: { user: { email: moving.email, password: PASSWORD } },
    });
    expect(again.body).toMatchObject({ user: { company: { id: owner.buyer_id } } });
    expect(await factory.db('buyers').where({ id: moving.buyer_id }).first('id')).toBeDefined();
  });

  test('with open trade does not move and reads why, and moves once that is done', async () => {
    const owner = await factory.aBuyer({ name: 'Acme Retail' });
    const moving = await factory.aBuyer();
    const order = await factory.anOrder({ buyer: moving });
    await factory.anOffer({ buyer: moving });
    await factory.anOffer({ buyer: moving });
    await invite(owner, 'viewer', moving.email);
    const [mail] = await mailsTo(moving.email);
    const blockers = ['2 offers are still open.', '1 order is still open.'];
    for (const blocker of blockers) expect(mail?.text).toContain(blocker);
    expect(mail?.text).not.toContain('Move to Acme Retail');
    const token = await linkTo(moving.email);
    expect(errorsOf(await accept(token, {}))).toEqual({
      status: 409,
      error: `Your account can't move to Acme Retail yet. ${blockers.join(' ')}`,
      code: 'move_blocked',
      blockers,
    });
    expect(await factory.db('users').where({ id: moving.id }).first('buyer_id')).toEqual({
      buyer_id: moving.buyer_id,
    });
    await factory
      .db('offers')
      .where({ buyer_id: moving.buyer_id })
      .whereNot({ id: order.offer_id })
      .update({ state: 'rejected' });
    await factory.db('purchase_orders').where({ id: order.id }).update({ status: 'completed' });
    expect((await accept(token, {})).status).toBe(201);
    // The order's own page still shows who bought, to the seller.
    const seller = await factory.as(order.seller);
    expect((await seller.request('GET', `/marketplace/purchase_orders/${order.id}`)).status).toBe(200);
  });

  test('leaves its old company, whose owner reads that it left', async () => {
    const [owner, before] = [await factory.aBuyer({ name: 'Acme Retail' }), await factory.aBuyer()];
    const moving = await factory.aMember(before, 'purchaser', { name: 'Ben Ruiz' });
    await invite(owner, 'viewer', moving.email);
    expect((await accept(await linkTo(moving.email), {})).status).toBe(201);
    const actsReadBy = async (reader: Buyer) =>
      (await (await factory.as(reader)).call(listActivity, {})).body.activity.map(({ action, by }) => [
        action,
        by?.name,
      ]);
    expect(await actsReadBy(before)).toEqual([['company.leave', 'Ben Ruiz']]);
    expect((await actsReadBy(owner))[0]).toEqual(['company.join', 'Ben Ruiz']);
  });

  test('of a seller stays while products are listed, or others are left without an owner', async () => {
    const owner = await factory.aSeller({ name: 'Brand' });
    const moving = await factory.aSeller({ name: 'Old Brand' });
    await factory.aProduct({ seller: moving });
    await factory.aMember(moving, 'manager');
    await invite(owner, 'manager', moving.email);
    expect(errorsOf(await accept(await linkTo(moving.email), {}))).toMatchObject({
      status: 409,
      blockers: [
        '1 product is still listed.',
        '1 other member is in Old Brand. Make another owner the primary owner first.',
      ],
    });
  });

  test('of staff or of the other kind gets no link', async () => {
    const owner = await factory.aBuyer();
    const [seller, staff] = [await factory.aSeller(), await factory.staff()];
    for (const { email } of [seller, staff]) await invite(owner, 'viewer', email);
    const [toSeller] = await mailsTo(seller.email);
    expect(toSeller?.text).toContain("This address belongs to a seller's account.");
    const [toStaff] = await mailsTo(staff.email);
    expect(toStaff?.text).toContain('This address belongs to a staff account.');
    expect([await linkTo(seller.email), await linkTo(staff.email)]).toEqual(['', '']);
  });

  test('that waits for approval, or was denied, does not move', async () => {
    const owner = await factory.aBuyer();
    for (const [status, blocker] of [
      ['provisional', 'Your application is still being reviewed.'],
      ['denied', "Your application wasn't approved."],
    ] as const) {
      const { email } = await factory.aBuyer({ status });
      await invite(owner, 'viewer', email);
      expect(errorsOf(await accept(await linkTo(email), {}))).toMatchObject({
        status: 409,
        blockers: [blocker],
      });
    }
  });

  test('with two-step verification moves, keeps it, and is asked for a code', async () => {
    const owner = await factory.aBuyer();
    const moving = await factory.aBuyer();
    const factor = { user_id: moving.id, secret_encrypted: Buffer.from('x'), confirmed_at: new Date() };
    await factory.db('totp_factors').insert(factor as never);
    await invite(owner, 'viewer', moving.email);
    const answer = await accept(await linkTo(moving.email), {});
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'second_factor_required' });
    expect(answer.headers.get('Authorization')).toBeNull();
    expect(await factory.db('users').where({ id: moving.id }).first('buyer_id')).toEqual({
      buyer_id: owner.buyer_id,
    });
    expect(await factory.db('totp_factors').where({ user_id: moving.id })).toHaveLength(1);
  });

  test('is not given the password of a form that was meant for a new account', async () => {
    const owner = await factory.aBuyer();
    const moving = await factory.aBuyer();
    await invite(owner, 'viewer', moving.email);
    expect((await accept(await linkTo(moving.email))).status).toBe(409);
  });
});
