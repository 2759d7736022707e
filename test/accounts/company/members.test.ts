import { approve, deny } from '../../../server/accounts/applications/contract';
import {
  changeMember,
  listMembers,
  removeMember,
  transferOwnership,
} from '../../../server/accounts/company/contract';
import { approvePerson, denyPerson, me, showPerson } from '../../../server/accounts/contract';
import { DISCONNECTS } from '../../../server/cable/cable';
import { mailbox } from '../../../server/development/queries';
import { sendMail } from '../../../server/mail/mailer';
import { Client } from '../../support/client';
import { Factory, PASSWORD } from '../../support/factories';
import { runDueJobs } from '../../support/jobs';
import { useTestApp } from '../../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

async function subjectsTo(email: string) {
  await runDueJobs(app.services, [sendMail]);
  return (await mailbox(factory.db)).filter(({ to }) => to === email).map(({ subject }) => subject);
}

const refusalOf = ({ status, body }: { status: number; body: unknown }) => {
  const { error, errors, code } = body as Record<string, unknown>;
  return { status, text: errors ?? error, code };
};

const userOf = (id: number) => factory.db('users').where({ id }).first();

const LAST_OWNER = { status: 409, text: 'A company needs at least one owner.', code: 'last_owner' };
const TRANSFER_FIRST = { status: 409, text: 'Transfer ownership first.', code: 'transfer_first' };

test.each(['viewer', 'purchaser', 'approver'] as const)(
  'a member who is %s removes nobody, and leaves by themselves',
  async (role) => {
    const owner = await factory.aBuyer({ name: 'Acme Retail' });
    const [member, colleague] = [await factory.aMember(owner, role), await factory.aMember(owner, 'viewer')];
    const client = await factory.signedIn(member);
    for (const { id } of [owner, colleague])
      expect(refusalOf(await client.call(removeMember, { id }))).toMatchObject({
        status: 403,
        code: 'role_forbidden',
      });
    await factory.db('sign_ins').where({ user_id: member.id }).update({ confirmed_at: null });
    expect(refusalOf(await client.call(removeMember, { id: member.id }))).toMatchObject({
      code: 'confirm_required',
    });
    await client.request('POST', '/me/confirm', { body: { password: PASSWORD } });
    expect((await client.call(removeMember, { id: member.id })).status).toBe(204);
    expect((await client.call(me, {})).status).toBe(401);
    expect(await userOf(member.id)).toMatchObject({ status: 'removed', former_email: member.email });
    const { activity } = (await (await factory.signedIn(owner)).request('GET', '/company/activity')).body as {
      activity: { action: string }[];
    };
    expect(activity[0]?.action).toBe('company.leave');
  },
);

test('who was an owner leaves the keys that they made', async () => {
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'owner');
  const key = await factory.aKey(member);
  await factory.db('users').where({ id: member.id }).update({ role: 'viewer' });
  const client = await factory.signedIn(member);
  expect((await client.call(removeMember, { id: member.id }, { revoke_keys: true })).status).toBe(204);
  expect((await key.client.call(me, {})).status).toBe(200);
});

test('a key removes nobody, nor itself', async () => {
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'viewer');
  const key = await factory.aKey(owner);
  for (const id of [key.id, member.id])
    expect(refusalOf(await key.client.call(removeMember, { id }))).toMatchObject({
      status: 403,
      code: 'not_for_keys',
    });
});

test('a role changes at once, and only purchasers keep limits', async () => {
  const owner = await factory.aBuyer({ name: 'Acme Retail' });
  const member = await factory.aMember(owner, 'viewer');
  const [byOwner, byMember] = [await factory.signedIn(owner), await factory.signedIn(member)];
  const limited = await byOwner.call(
    changeMember,
    { id: member.id },
    { role: 'purchaser', order_limit_cents: 50_000, month_limit_cents: 200_000 },
  );
  expect(limited.status).toBe(200);
  expect(limited.body.member).toMatchObject({
    id: member.id,
    role: 'purchaser',
    primary: false,
    you: false,
    limits: { order_cents: 50_000, month_cents: 200_000 },
  });
  expect((await byMember.call(me, {})).body.user).toMatchObject({ role: 'purchaser' });
  const raised = await byOwner.call(changeMember, { id: member.id }, { order_limit_cents: null });
  expect(raised.body.member.limits).toEqual({ order_cents: null, month_cents: 200_000 });
  expect((await byOwner.call(changeMember, { id: member.id }, { month_limit_cents: 200_000 })).status).toBe(
    200,
  );
  const [mail] = await factory
    .db('mails')
    .where({ recipient: member.email })
    .whereLike('subject', '%limits%');
  expect(mail?.text).toContain('You can now buy for up to $2,000.00 per 30 days.');
  const approver = await byOwner.call(changeMember, { id: member.id }, { role: 'approver' });
  expect(approver.body.member.limits).toEqual({ order_cents: null, month_cents: null });
  expect(await subjectsTo(member.email)).toEqual([
    'Your role at Acme Retail changed',
    'Your spending limits at Acme Retail changed',
    'Your role at Acme Retail changed',
  ]);
  const foreign = await byOwner.request('PUT', `/company/members/${member.id}`, {
    body: { role: 'manager' },
  });
  expect(refusalOf(foreign)).toMatchObject({ status: 422, text: ['Choose a role'] });
  for (const amount of [0, -1, 1.5, '9007199254740993'])
    expect(
      (await byOwner.request('PUT', `/company/members/${member.id}`, { body: { order_limit_cents: amount } }))
        .status,
    ).toBe(422);
});

test('the primary owner stays one until another takes over', async () => {
  const owner = await factory.aBuyer();
  const client = await factory.signedIn(owner);
  expect(refusalOf(await client.call(changeMember, { id: owner.id }, { role: 'viewer' }))).toEqual(
    LAST_OWNER,
  );
  expect(refusalOf(await client.call(removeMember, { id: owner.id }))).toEqual(LAST_OWNER);
  const second = await factory.aMember(owner, 'owner');
  expect(refusalOf(await client.call(changeMember, { id: owner.id }, { role: 'viewer' }))).toEqual(
    TRANSFER_FIRST,
  );
  const bySecond = await factory.signedIn(second);
  expect(refusalOf(await bySecond.call(removeMember, { id: owner.id }))).toEqual(TRANSFER_FIRST);
});

test('the primary owner hands over to another owner', async () => {
  const owner = await factory.aSeller();
  const [second, manager] = [await factory.aMember(owner, 'owner'), await factory.aMember(owner, 'manager')];
  const [byOwner, bySecond] = [await factory.signedIn(owner), await factory.signedIn(second)];
  expect(refusalOf(await bySecond.call(transferOwnership, {}, { user_id: second.id }))).toMatchObject({
    status: 403,
    text: 'Only the primary owner can transfer ownership.',
  });
  const stranger = await factory.aSeller();
  for (const user_id of [undefined, owner.id, manager.id, stranger.id, 999_999])
    expect(
      refusalOf(await byOwner.request('POST', '/company/transfer', { body: { user_id } })),
    ).toMatchObject({
      status: 422,
      text: ['Choose an owner'],
    });
  const product = await factory.aProduct({ seller: owner });
  const answer = await byOwner.call(transferOwnership, {}, { user_id: second.id });
  expect(answer.body.members.map(({ id, primary }) => [id, primary])).toEqual([
    [second.id, true],
    [owner.id, false],
    [manager.id, false],
  ]);
  const mail = await factory.db('mails').where({ recipient: second.email }).first();
  expect(mail?.subject).toMatch(/^Your role at .+ changed$/);
  expect(mail?.text).toContain(`${owner.full_name} made you the primary owner of `);
  const shown = await new Client(app.origin).request('GET', `/marketplace/products/${product.id}`);
  expect(shown.text).toContain(`"seller_user_id":${second.id}`);
  expect((await byOwner.call(removeMember, { id: owner.id })).status).toBe(204);
});

test('who is removed is out everywhere, and the address is free', async () => {
  const owner = await factory.aBuyer({ name: 'Acme Retail' });
  const member = await factory.aMember(owner, 'purchaser');
  const [byCookie, byBearer] = [await factory.signedIn(member), await factory.as(member)];
  const client = await factory.signedIn(owner);
  expect((await client.call(removeMember, { id: member.id })).status).toBe(204);
  expect([(await byCookie.call(me, {})).status, (await byBearer.call(me, {})).status]).toEqual([401, 401]);
  const removed = `removed-${member.id}@removed.invalid`;
  expect(await userOf(member.id)).toMatchObject({
    status: 'removed',
    email: removed,
    former_email: member.email,
  });
  for (const email of [member.email, removed]) {
    const body = { user: { email, password: PASSWORD } };
    expect((await new Client(app.origin).request('POST', '/login', { body })).status).toBe(401);
  }
  expect((await client.call(listMembers, {})).body.members.map(({ id }) => id)).toEqual([owner.id]);
  expect((await client.call(removeMember, { id: member.id })).status).toBe(404);
  expect(await subjectsTo(member.email)).toEqual(['You no longer have access to Acme Retail']);
  await factory.aBuyer({ email: member.email });
  const staff = await factory.as(await factory.staff());
  expect((await staff.call(showPerson, { id: member.id })).body).toMatchObject({
    email: member.email,
    status: 'removed',
    company: 'Acme Retail',
    role: 'purchaser',
    primary: false,
  });
});

test('the sockets of who is removed end, and those of a new role come back', async () => {
  const owner = await factory.aBuyer();
  const [removed, changed] = [await factory.aMember(owner, 'viewer'), await factory.aMember(owner, 'viewer')];
  const ended: unknown[] = [];
  const stop = app.services.cable.addListener({
    message: (stream, json) => void (stream === DISCONNECTS && ended.push(JSON.parse(json))),
    gap: () => undefined,
  });
  const client = await factory.signedIn(owner);
  await client.call(removeMember, { id: removed.id });
  await client.call(changeMember, { id: changed.id }, { role: 'approver' });
  await vi.waitFor(() =>
    expect(ended).toEqual(
      expect.arrayContaining([
        { userId: removed.id, reconnect: false },
        { userId: changed.id, reconnect: true },
      ]),
    ),
  );
  stop();
});

test('an open session alone changes no member', async () => {
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'owner');
  const client = await factory.as(owner);
  for (const answer of [
    await client.call(changeMember, { id: member.id }, { role: 'viewer' }),
    await client.call(removeMember, { id: member.id }),
    await client.call(transferOwnership, {}, { user_id: member.id }),
    await client.request('POST', '/company/invitations', { body: { email: 'a@example.com', role: 'owner' } }),
  ])
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: 'confirm_required' });
  expect(await userOf(member.id)).toMatchObject({ role: 'owner', status: 'onboarded' });
});

test('a viewer reads the company, and changes nothing', async () => {
  const owner = await factory.aBuyer({ name: 'Acme Retail' });
  const viewer = await factory.aMember(owner, 'viewer');
  const client = await factory.as(viewer);
  const list = (await client.call(listMembers, {})).body;
  expect(list.members.map(({ id }) => id)).toEqual([owner.id, viewer.id]);
  expect(list).not.toHaveProperty('invitations');
  expect(list.members[0]).not.toHaveProperty('last_seen_at');
  for (const answer of [
    await client.call(changeMember, { id: viewer.id }, { role: 'owner' }),
    await client.call(removeMember, { id: owner.id }),
    await client.call(transferOwnership, {}, { user_id: viewer.id }),
  ])
    expect(refusalOf(answer)).toEqual({
      status: 403,
      text: "Your role (viewer) can't do this. Ask an owner of Acme Retail.",
      code: 'role_forbidden',
    });
});

test('two owners who remove each other at once leave one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const owner = await factory.aBuyer();
    const [second, third] = [await factory.aMember(owner, 'owner'), await factory.aMember(owner, 'owner')];
    const clients = [await factory.signedIn(second), await factory.signedIn(third)] as const;
    const answers = await Promise.all([
      clients[0].call(removeMember, { id: third.id }),
      clients[1].call(removeMember, { id: second.id }),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const left = await factory
      .db('users')
      .whereIn('id', [second.id, third.id])
      .where({ status: 'onboarded' });
    expect(left).toHaveLength(1);
  }
});

test('the primary owner and another who remove each other at once leave the primary owner', async () => {
  const owner = await factory.aBuyer();
  const second = await factory.aMember(owner, 'owner');
  const clients = [await factory.signedIn(owner), await factory.signedIn(second)] as const;
  const answers = await Promise.all([
    clients[0].call(removeMember, { id: second.id }),
    clients[1].call(removeMember, { id: owner.id }),
  ]);
  expect(answers[0].status).toBe(204);
  expect([409, 403, 401]).toContain(answers[1].status);
  expect(await userOf(owner.id)).toMatchObject({ status: 'onboarded', is_primary: true });
});

test('members of another company are not found', async () => {
  const [owner, other] = [await factory.aBuyer(), await factory.aBuyer()];
  const stranger = await factory.aMember(other, 'viewer');
  const client = await factory.signedIn(owner);
  expect((await client.call(changeMember, { id: stranger.id }, { role: 'viewer' })).status).toBe(404);
  expect((await client.call(removeMember, { id: stranger.id })).status).toBe(404);
});

describe('staff', () => {
  test('deny a company with all its people, and restore those', async () => {
    const owner = await factory.aSeller();
    const [member, alone] = [
      await factory.aMember(owner, 'manager'),
      await factory.aMember(owner, 'manager'),
    ];
    const staff = await factory.as(await factory.staff());
    const client = await factory.signedIn(member);
    expect((await staff.call(denyPerson, { id: alone.id }, {})).body).toMatchObject({ status: 'denied' });
    expect(
      (await factory.db('sellers').where({ id: owner.seller_id }).first('suspended_at'))?.suspended_at,
    ).toBeNull();
    expect((await staff.call(deny, { id: owner.id }, {})).status).toBe(200);
    expect((await client.call(me, {})).status).toBe(401);
    expect(await userOf(member.id)).toMatchObject({ status: 'denied', denied_with_company: true });
    expect(refusalOf(await staff.call(approvePerson, { id: member.id }, {}))).toMatchObject({
      status: 409,
      text: "This person's company isn't approved. Approve its primary owner first.",
    });
    expect((await staff.call(approve, { id: owner.id }, {})).status).toBe(200);
    expect(await userOf(member.id)).toMatchObject({ status: 'password_created', denied_with_company: false });
    expect(await userOf(alone.id)).toMatchObject({ status: 'denied' });
    expect((await staff.call(approvePerson, { id: alone.id }, {})).body).toMatchObject({
      status: 'password_created',
      members: [
        { id: owner.id, primary: true },
        { id: member.id, role: 'manager' },
      ],
    });
  });

  test('deny one member, whose company trades on', async () => {
    const owner = await factory.aBuyer();
    const member = await factory.aMember(owner, 'purchaser');
    const offer = await factory.anOffer({ buyer: owner });
    const staff = await factory.as(await factory.staff());
    const client = await factory.signedIn(member);
    expect((await staff.call(denyPerson, { id: member.id }, {})).status).toBe(200);
    expect((await client.call(me, {})).status).toBe(401);
    expect(await factory.db('offers').where({ id: offer.id }).first('state')).toEqual({
      state: 'seller_review',
    });
    expect(await userOf(owner.id)).toMatchObject({ status: 'onboarded' });
  });
});
