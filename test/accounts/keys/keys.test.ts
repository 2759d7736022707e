import type { IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import { removeMember } from '../../../server/accounts/company/contract';
import { me } from '../../../server/accounts/contract';
import {
  createApiKey,
  listApiKeys,
  listKeyRefusals,
  revokeApiKey,
  rotateApiKey,
} from '../../../server/accounts/keys/contract';
import { keyJobs, warnOfExpiry } from '../../../server/accounts/keys/jobs';
import type { Buyer } from '../../../server/accounts/policy';
import { signedAccounts } from '../../../server/accounts/sessions/signed-account';
import { identifySocket } from '../../../server/accounts/sessions/socket-authentication';
import { type Cents, cents } from '../../../server/contract/money';
import { mailbox } from '../../../server/development/queries';
import { enqueue } from '../../../server/jobs/job';
import { sendMail } from '../../../server/mail/mailer';
import type { Approval, OfferDocument } from '../../../server/offers/contract';
import { writeActivity } from '../../../server/orders/activity';
import type { OrderActivity, PurchaseOrderDocument } from '../../../server/orders/contract';
import { Client } from '../../support/client';
import { Factory } from '../../support/factories';
import { runDueJobs } from '../../support/jobs';
import { useTestApp } from '../../support/test-app';

const app = useTestApp({ rateLimits: false, maxUnpaidOrders: 1_000 });
const factory = new Factory(app);

const SHIP_TO_CHANGED = {
  event: 'ship_to_changed',
  detail: { city: 'Dayton', region: 'OH', postal_code: '45403' },
} as const;

const ALL = ['company:read', 'offers:read', 'offers:write', 'orders:read', 'orders:write'];

const refusalOf = ({ status, body }: { status: number; body: unknown }) => {
  const { error, errors, code } = body as Record<string, unknown>;
  return [status, errors ?? error, code];
};

const INVALID = [401, "This API key isn't valid.", 'key_invalid'];

async function subjectsTo(email: string) {
  await runDueJobs(app.services, [sendMail]);
  return (await mailbox(factory.db)).filter(({ to }) => to === email).map(({ subject }) => subject);
}

const wanted = (overrides: object = {}) => ({ name: 'ERP sync', capabilities: ALL, ...overrides });

test('an owner makes a key, whose secret is shown once', async () => {
  const owner = await factory.aBuyer({ name: 'Acme Retail' });
  const byOwner = await factory.signedIn(owner);
  const made = await byOwner.call(
    createApiKey,
    {},
    wanted({ order_limit_cents: 50_000, capabilities: ['offers:read', 'offers:write', 'offers:read'] }),
  );
  expect(made.status).toBe(201);
  const { api_key: key, secret } = made.body;
  expect(secret).toMatch(/^lwk_[0-9A-Za-z]{40}$/);
  expect(key).toMatchObject({
    name: 'ERP sync',
    prefix: secret.slice(0, 8),
    capabilities: ['offers:read', 'offers:write'],
    limits: { order_cents: 50_000, month_cents: null },
    created_by: { id: owner.id, name: 'Acme Retail', is_member: true },
    expired: false,
    last_used_at: null,
  });
  expect(Date.parse(key.expires_at) - Date.now()).toBeGreaterThan(364.9 * 86_400_000);

  const list = await byOwner.call(listApiKeys, {});
  expect(list.body.api_keys).toEqual([key]);
  expect(list.text).not.toContain(secret);
  const tables = ['api_keys', 'users', 'audit_log', 'mails'] as const;
  const stored = inspect(await Promise.all(tables.map((table) => factory.db(table))), { depth: 9 });
  expect(stored).not.toContain(secret.slice(4));

  expect(await subjectsTo(owner.email)).toEqual(['New API key: ERP sync']);
  const mail = await factory.db('mails').where({ recipient: owner.email }).first();
  expect(mail?.text).toContain('Limits: $500.00 per order');
  const { body } = await byOwner.request('GET', '/company/activity');
  expect(body).toMatchObject({ activity: [{ action: 'company.create_key', subject: 'ERP sync' }] });
});

test.each([
  [{ capabilities: [] }, 'Choose at least one capability'],
  [{ capabilities: undefined }, 'Choose at least one capability'],
  [{ capabilities: ['offers:read', 'offers:approve'] }, "A key can't have offers:approve"],
  [{ capabilities: ['company:manage'] }, "A key can't have company:manage"],
  [{ capabilities: ['orders:ship'] }, "A key can't have orders:ship"],
  [{ name: '' }, 'Required'],
  [{ name: 'x'.repeat(61) }, 'Maximum 60 characters'],
  [{ expires_in_days: 0 }, 'Enter 1 to 730 days'],
  [{ expires_in_days: 731 }, 'Enter 1 to 730 days'],
  [{ order_limit_cents: 0 }, 'Enter a limit above $0.00'],
])('a key of a buyer with %j is refused', async (change, text) => {
  const client = await factory.signedIn(await factory.aBuyer());
  const refused = await client.call(createApiKey, {}, wanted(change));
  expect([refused.status, (refused.body as unknown as { errors: string[] }).errors[0]]).toEqual([422, text]);
});

test('what changes keys asks who one is, and owners alone read them', async () => {
  const owner = await factory.aBuyer();
  const key = await factory.aKey(owner);
  const unconfirmed = await factory.as(owner);
  for (const answer of [
    await unconfirmed.call(createApiKey, {}, wanted()),
    await unconfirmed.call(rotateApiKey, { id: key.id }, { overlap_hours: 0 }),
    await unconfirmed.call(revokeApiKey, { id: key.id }),
  ])
    expect(refusalOf(answer)).toEqual([403, "Confirm it's you to continue.", 'confirm_required']);
  const approver = await factory.as(await factory.aMember(owner, 'approver'));
  expect((await approver.call(listApiKeys, {})).status).toBe(403);
  const stranger = await factory.signedIn(await factory.aBuyer());
  expect((await stranger.call(revokeApiKey, { id: key.id })).status).toBe(404);
  expect((await stranger.call(rotateApiKey, { id: key.id }, { overlap_hours: 0 })).status).toBe(404);
  expect((await stranger.call(listKeyRefusals, { id: key.id })).status).toBe(404);
  expect((await key.client.call(me, {})).status).toBe(200);
});

test('a key acts as itself, with exactly what it holds', async () => {
  const [owner, seller] = [await factory.aBuyer(), await factory.aSeller()];
  const key = await factory.aKey(owner, { capabilities: ['offers:read', 'offers:write'] });
  expect((await key.client.call(me, {})).body.user).toMatchObject({
    full_name: 'ERP sync',
    role: null,
    company: { id: owner.buyer_id },
    capabilities: ['offers:read', 'offers:write'],
    limits: { order_cents: null, month_cents: null },
  });
  const product = await factory.aProduct({ seller });
  const draft = await factory.anOffer({ buyer: owner, seller, state: 'draft', lines: [{ product }] });
  const submitted = await key.client.request('PUT', `/offers/${draft.id}/submit`);
  expect(submitted.status).toBe(200);

  const missing = await key.client.request('GET', '/marketplace/purchase_orders');
  expect(refusalOf(missing)).toEqual([403, 'This key needs orders:read.', 'capability_missing']);
  expect(missing.headers.get('WWW-Authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="orders:read"',
  );
  for (const [method, path] of [
    ['PUT', '/me'],
    ['GET', '/me/security'],
    ['DELETE', '/me/sign_ins'],
    ['POST', '/company/invitations'],
    ['GET', '/company/api_keys'],
    ['POST', '/approvals/1/approve'],
    ['GET', '/admin/insights'],
    ['GET', '/dashboard'],
  ] as const)
    expect([path, ...refusalOf(await key.client.request(method, path))]).toEqual([
      path,
      403,
      "This call isn't available to API keys.",
      'not_for_keys',
    ]);
  const page = await key.client.send('GET', '/my_offers', { headers: { Accept: 'text/html' } });
  expect([page.status, page.headers.get('Content-Type')]).toEqual([403, expect.stringContaining('json')]);
  // Public calls are open; a body as a browser's form needs no CSRF token either.
  expect((await key.client.request('POST', '/marketplace/products/search')).status).toBe(200);

  const refusals = await (await factory.as(owner)).call(listKeyRefusals, { id: key.id });
  expect(refusals.body.refusals.map(({ reason, count }) => [reason, count]).sort()).toEqual([
    ['capability_missing', 1],
    ['not_for_keys', 9],
  ]);
});

test('any of several capabilities will do', async () => {
  const seller = await factory.aSeller();
  const key = await factory.aKey(seller, { capabilities: ['products:read'] });
  const refused = await key.client.request('POST', '/presigned_urls', { body: { name: 'a.jpg' } });
  expect(refusalOf(refused)).toEqual([
    403,
    'This key needs products:write or orders:write.',
    'capability_missing',
  ]);
});

test('a key is read from the header alone, and no cookie stands in for it', async () => {
  const owner = await factory.aBuyer();
  const { secret } = await factory.aKey(owner);
  const visitor = new Client(app.origin);
  for (const [path, headers] of [
    [`/me?key=${secret}`, {}],
    [`/me?token=${secret}`, {}],
    [`/me?access_token=${secret}`, {}],
    ['/me', { Cookie: `auth_token=${secret}` }],
    ['/me', { 'X-Api-Key': secret }],
    ['/me', { Authorization: `Basic ${secret}` }],
  ] as const)
    expect([path, (await visitor.request('GET', path, { headers })).status]).toEqual([path, 401]);
  const asked = await visitor.request('GET', `/current_user?user[token]=${secret}`);
  expect((asked.body as { user: unknown }).user).toBeNull();

  const signedIn = await factory.signedIn(owner);
  expect((await signedIn.request('GET', '/me')).status).toBe(200);
  const other = secret.at(-9) === 'x' ? 'y' : 'x';
  for (const bad of [
    `${secret.slice(0, -9)}${other}${secret.slice(-8)}`,
    'lwk_',
    'lwk_x y',
    `lwk_${'é'.repeat(9)}`,
  ])
    for (const path of ['/me', '/current_user', '/site.webmanifest', '/offers'])
      expect([
        path,
        ...refusalOf(
          await signedIn.request('GET', path, { headers: { Authorization: `Bearer ${encodeURI(bad)}` } }),
        ),
      ]).toEqual([path, ...INVALID]);
});

test('a key opens no socket, and under load is told from a guess without a query', async () => {
  const owner = await factory.aBuyer();
  const { secret, id } = await factory.aKey(owner);
  const cookie = (await factory.signedIn(owner)).cookieHeader;
  const requestWith = (headers: object, url = '/cable') => ({ url, headers }) as unknown as IncomingMessage;
  const identifies = identifySocket(app.services);
  expect((await identifies(requestWith({ cookie })))?.id).toBe(owner.id);
  expect(await identifies(requestWith({ cookie, authorization: `Bearer ${secret}` }))).toBeNull();
  expect(await identifies(requestWith({}, `/cable?token=${secret}`))).toBeNull();

  const { accountOf, learn } = signedAccounts(app.services);
  const byKey = requestWith({ authorization: `Bearer ${secret}` });
  const account = accountOf(byKey) ?? '';
  expect(account).toMatch(/^key /);
  learn({ ...byKey, viewer: { id } } as never, account);
  expect(accountOf(byKey)).toBe(`user ${id}`);
  const guess = `lwk_${'x'.repeat(40)}`;
  expect(accountOf(requestWith({ authorization: `Bearer ${guess}`, cookie }))).toBeNull();
});

test('a revoked key is refused everywhere at once, and what it did keeps its name', async () => {
  const [owner, seller] = [await factory.aBuyer(), await factory.aSeller()];
  const key = await factory.aKey(owner, { name: 'Till 4' });
  const draft = await factory.anOffer({ buyer: owner, seller, state: 'draft' });
  await key.client.request('PUT', `/offers/${draft.id}/submit`);
  const byOwner = await factory.signedIn(owner);
  expect((await byOwner.call(revokeApiKey, { id: key.id })).status).toBe(204);
  for (const path of ['/me', '/offers', '/current_user', '/site.webmanifest', '/my_offers'])
    expect([path, ...refusalOf(await key.client.request('GET', path))]).toEqual([path, ...INVALID]);
  expect(refusalOf(await key.client.request('POST', '/marketplace/products/search'))).toEqual(INVALID);
  expect((await byOwner.call(listApiKeys, {})).body.api_keys).toEqual([]);
  expect((await byOwner.call(revokeApiKey, { id: key.id })).status).toBe(404);
  const { body } = await byOwner.request('GET', `/offers/${draft.id}`);
  const by = (body as OfferDocument).data.attributes.history.map((entry) => entry.by?.name);
  expect(by).toContain('Till 4');
});

test('a rotated key keeps name, capabilities, limits and identity; the earlier secret works for the overlap', async () => {
  const owner = await factory.aBuyer();
  const key = await factory.aKey(owner, {
    capabilities: ['offers:read'],
    limits: { order_limit_cents: cents(50_000) },
  });
  const byOwner = await factory.signedIn(owner);
  const rotated = await byOwner.call(rotateApiKey, { id: key.id }, { overlap_hours: 24 });
  expect(rotated.status).toBe(201);
  const { secret, client, ...before } = key;
  expect(rotated.body.api_key).toEqual({
    ...before,
    prefix: rotated.body.secret.slice(0, 8),
    expires_at: expect.any(String),
    overlap_until: expect.any(String),
  });
  const renewed = factory.byKey(rotated.body.secret);
  const ids = [await client.call(me, {}), await renewed.call(me, {})].map(({ body }) => body.user.id);
  expect(ids).toEqual([key.id, key.id]);

  const again = await byOwner.call(rotateApiKey, { id: key.id }, { overlap_hours: 0 });
  expect(again.body.api_key.overlap_until).toBeNull();
  for (const ended of [client, renewed]) expect(refusalOf(await ended.call(me, {}))).toEqual(INVALID);
  expect((await factory.byKey(again.body.secret).call(me, {})).status).toBe(200);
  expect(secret).not.toBe(again.body.secret);
  for (const overlap_hours of [-1, 73, 1.5, undefined])
    expect((await byOwner.call(rotateApiKey, { id: key.id }, { overlap_hours })).status).toBe(422);
});

test('of a key that is rotated several times at once, one secret is left', async () => {
  const owner = await factory.aBuyer();
  const key = await factory.aKey(owner);
  const byOwner = await factory.signedIn(owner);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => byOwner.call(rotateApiKey, { id: key.id }, { overlap_hours: 0 })),
  );
  const secrets = [key.secret, ...answers.map(({ body }) => body.secret)];
  const works = await Promise.all(
    secrets.map(async (secret) => (await factory.byKey(secret).call(me, {})).status === 200),
  );
  expect(works.filter(Boolean)).toHaveLength(1);
  expect((await byOwner.call(listApiKeys, {})).body.api_keys).toHaveLength(1);
});

test('of 25 keys made at once, 20 are made', async () => {
  const byOwner = await factory.signedIn(await factory.aBuyer());
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      byOwner.call(createApiKey, {}, wanted({ name: `Key ${index}` })),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = answers.find(({ status }) => status !== 201);
  expect(refused && refusalOf(refused)).toEqual([422, ['You can have up to 20 keys'], 'invalid']);
  // One that expired takes no room.
  const [first] = (await byOwner.call(listApiKeys, {})).body.api_keys;
  await factory
    .db('api_keys')
    .where({ user_id: first?.id ?? 0 })
    .update({ expires_at: new Date() });
  expect((await byOwner.call(createApiKey, {}, wanted())).status).toBe(201);
  expect((await byOwner.call(rotateApiKey, { id: first?.id ?? 0 }, { overlap_hours: 0 })).status).toBe(422);
});

test('a key is refused where its company is denied, and after its days', async () => {
  const owner = await factory.aBuyer();
  const key = await factory.aKey(owner);
  await factory.db('users').where({ id: owner.id }).update({ status: 'denied' });
  expect(refusalOf(await key.client.call(me, {}))).toEqual(INVALID);
  await factory.db('users').where({ id: owner.id }).update({ status: 'onboarded' });
  expect((await key.client.call(me, {})).status).toBe(200);
  await factory.db('api_keys').where({ user_id: key.id }).update({ expires_at: new Date() });
  expect(refusalOf(await key.client.call(me, {}))).toEqual(INVALID);
  const { body } = await (await factory.as(owner)).call(listKeyRefusals, { id: key.id });
  expect(body.refusals.map(({ reason }) => reason).sort()).toEqual(['company_denied', 'expired']);
});

test('600 calls a minute, 120 of them writes, also without other rate limits', async () => {
  const key = await factory.aKey(await factory.aBuyer());
  const write = () => key.client.request('POST', '/offers', { body: { offer: {} } });
  const writes = await Promise.all(Array.from({ length: 125 }, write));
  expect(writes.filter(({ status }) => status === 429)).toHaveLength(5);
  const late = await write();
  expect([late.status, Number(late.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)]);
  expect((await key.client.call(me, {})).status).toBe(200);
  await factory
    .db('rate_limits')
    .where({ key: `key:${key.id}` })
    .update({ points: 600 });
  expect((await key.client.call(me, {})).status).toBe(429);
  expect((await factory.byKey((await factory.aKey(await factory.aBuyer())).secret).call(me, {})).status).toBe(
    200,
  );
  await factory
    .db('rate_limits')
    .where({ key: `key:${key.id}` })
    .update({ expire: Date.now() });
  expect((await key.client.call(me, {})).status).toBe(200);
});

async function draftOf(total: Cents, buyer: Buyer) {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, seller_price_cents: total, msrp_cents: total });
  const lines = [{ product, quantity: 1n, unit_price: total }];
  return factory.anOffer({ buyer, seller, state: 'draft', lines });
}

test('a key buys up to its limits; above them its act waits for an approval', async () => {
  const owner = await factory.aBuyer();
  const key = await factory.aKey(owner, {
    limits: { order_limit_cents: cents(50_000), month_limit_cents: cents(200_000) },
  });
  const submit = (id: number) => key.client.request('PUT', `/offers/${id}/submit`);
  const above = await draftOf(cents(50_001), owner);
  const waiting = await submit(above.id);
  expect(waiting.status).toBe(202);
  expect((waiting.body as OfferDocument).data.attributes).toMatchObject({
    state: 'draft',
    approval: { limit_cents: 50_000, exceeds: 'order', requested_by: { id: key.id, name: 'ERP sync' } },
  });
  expect((await submit((await draftOf(cents(50_000), owner)).id)).status).toBe(200);
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await submit((await draftOf(cents(49_900), owner)).id)).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 202)).toHaveLength(7);

  const byOwner = await factory.as(owner);
  const { approvals } = (await byOwner.request('GET', '/approvals')).body as { approvals: Approval[] };
  const request = approvals.find(({ limit_cents, exceeds }) => exceeds === 'order' && limit_cents === 50_000);
  const approved = await byOwner.request('POST', `/approvals/${request?.id}/approve`, {
    body: { version: above.version },
  });
  const other = await draftOf(cents(50_002), owner);
  expect((await submit(other.id)).status).toBe(202);
  expect((await (await factory.signedIn(owner)).call(revokeApiKey, { id: key.id })).status).toBe(204);
  const left = await byOwner.request('GET', '/approvals', { query: { status: 'lapsed' } });
  expect((left.body as { approvals: Approval[] }).approvals).toContainEqual(
    expect.objectContaining({ offer_id: other.id, reason: 'removed' }),
  );
  const { body: shown } = await byOwner.request('GET', `/offers/${other.id}`);
  expect((shown as OfferDocument).data.attributes.approval ?? null).toBeNull();
  expect([approved.status, (approved.body as OfferDocument).data.attributes.state]).toEqual([
    200,
    'seller_review',
  ]);
});

test('what a key orders says so on the order, its document and the own mail, and to partners on the document alone', async () => {
  const [owner, seller] = [await factory.aBuyer({ name: 'Acme Retail' }), await factory.aSeller()];
  const key = await factory.aKey(owner);
  const product = await factory.aProduct({ seller });
  const lines = [{ product, quantity: 2n, unit_price: product.seller_price_cents ?? cents(1_000) }];
  const draft = await factory.anOffer({ buyer: owner, seller, state: 'draft', lines });
  const bought = await key.client.request('PUT', `/offers/${draft.id}/accept`);
  expect(bought.status).toBe(200);
  const order = await factory.db('purchase_orders').where({ offer_id: draft.id }).first();
  const path = `/marketplace/purchase_orders/${order?.id}`;
  const [own, theirs] = [await factory.as(owner), await factory.as(seller)];
  const byOf = async (client: Client) =>
    ((await client.request('GET', path)).body as PurchaseOrderDocument).data.attributes.history[0]?.by;
  expect(await byOf(own)).toEqual({ id: key.id, name: 'ERP sync', kind: 'key' });
  expect(await byOf(theirs)).toBeUndefined();
  const document = await factory
    .db('documents')
    .where({ purchase_order_id: order?.id ?? 0 })
    .first();
  expect(document?.content).toMatchObject({ kind: 'purchase_order', ordered_via: 'ERP sync' });

  await factory.transaction((tx) =>
    writeActivity(tx, { id: order?.id ?? 0 }, { actor: 'buyer', userId: key.id }, SHIP_TO_CHANGED),
  );
  const activityOf = async (client: Client) =>
    ((await client.request('GET', path)).body as { activity: OrderActivity[] }).activity;
  expect((await activityOf(own)).map(({ by }) => by?.name)).toEqual(['ERP sync']);
  expect((await activityOf(theirs)).map(({ by }) => by)).toEqual([undefined]);

  const mails = await factory.db('mails').whereLike('event_key', `order:${order?.id}:create:%`);
  const textTo = (email: string) => mails.find(({ recipient }) => recipient === email)?.text ?? '';
  expect(textTo(owner.email)).toContain('is placed via ERP sync');
  expect(textTo(seller.email)).not.toContain('ERP sync');
});

test('a key that is revoked while its act waits does not act', async () => {
  const owner = await factory.aBuyer();
  const key = await factory.aKey(owner);
  const draft = await draftOf(cents(1_000), owner);
  const byOwner = await factory.signedIn(owner);
  const blocker = await factory.db.transaction();
  await blocker('buyers').where({ id: owner.buyer_id }).forUpdate();
  const submitted = key.client.request('PUT', `/offers/${draft.id}/submit`);
  await expect
    .poll(async () => {
      const { rows } = await factory.db.raw<{ rows: unknown[] }>(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows.length;
    })
    .toBe(1);
  await blocker('api_keys').where({ user_id: key.id }).update({ revoked_at: new Date() });
  await blocker.commit();
  expect((await submitted).status).toBe(403);
  expect(
    ((await byOwner.request('GET', `/offers/${draft.id}`)).body as OfferDocument).data.attributes.state,
  ).toBe('draft');
});

test('a member who leaves takes along the keys they created, if asked', async () => {
  const owner = await factory.aBuyer();
  const [first, second] = [await factory.aMember(owner, 'owner'), await factory.aMember(owner, 'owner')];
  const [kept, ended] = [await factory.aKey(first), await factory.aKey(second)];
  const byOwner = await factory.signedIn(owner);
  expect((await byOwner.call(removeMember, { id: first.id })).status).toBe(204);
  expect((await byOwner.call(removeMember, { id: second.id }, { revoke_keys: true })).status).toBe(204);
  expect((await kept.client.call(me, {})).status).toBe(200);
  expect((await byOwner.call(listApiKeys, {})).body.api_keys.map(({ created_by }) => created_by)).toEqual([
    { id: first.id, name: first.full_name, is_member: false },
  ]);
  expect(refusalOf(await ended.client.call(me, {}))).toEqual(INVALID);
});

test('owners are told 14 and 3 days before a key expires, once each', async () => {
  const owner = await factory.aBuyer();
  const key = await factory.aKey(owner);
  await factory
    .db('api_keys')
    .where({ user_id: key.id })
    .update({ created_at: new Date('2026-01-01') });
  const days = async (left: number) => {
    await factory
      .db('api_keys')
      .where({ user_id: key.id })
      .update({ expires_at: new Date(Date.now() + left * 86_400_000 - 60_000) });
    await factory.transaction((tx) => enqueue(tx, warnOfExpiry, {}));
    await runDueJobs(app.services, [...keyJobs]);
  };
  for (const left of [15, 14, 13, 3, 2, 1]) await days(left);
  expect(await subjectsTo(owner.email)).toEqual([
    'API key "ERP sync" expires in 3 days',
    'API key "ERP sync" expires in 14 days',
    'New API key: ERP sync',
  ]);
});

test('a key is no member, no person of staff lists, and its address signs nobody in', async () => {
  const owner = await factory.aBuyer({ name: 'Quiet Goods' });
  const key = await factory.aKey(owner);
  const [byOwner, byStaff] = [await factory.as(owner), await factory.as(await factory.staff())];
  expect((await byOwner.request('GET', '/company/members')).text).not.toContain('ERP sync');
  for (const path of [
    '/admin/applications?query=ERP',
    '/admin/applications?query=keys.invalid',
    '/admin/insights/user?q=ERP',
    `/admin/people/${owner.id}`,
  ])
    expect([path, (await byStaff.request('GET', path)).text.includes('ERP sync')]).toEqual([path, false]);
  expect((await byStaff.request('GET', `/admin/people/${key.id}`)).status).toBe(404);
  const email = `key-${key.id}@keys.invalid`;
  await new Client(app.origin).request('POST', '/password', { body: { user: { email } } });
  const signIn = await new Client(app.origin).request('POST', '/login', {
    body: { user: { email, password: '' } },
  });
  expect(signIn.status).toBe(401);
  expect(await subjectsTo(email)).toEqual([]);
});
