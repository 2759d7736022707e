import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SignedIn } from '../server/accounts/contract';
import type { Buyer, Person, Seller } from '../server/accounts/policy';
import { channels } from '../server/channels';
import { type Capability, keyCapabilities, type Role } from '../server/contract/capabilities';
import { cents } from '../server/contract/money';
import { readImportFile } from '../server/imports/reading/answer';
import { applyEvent } from '../server/orders/transitions';
import type { Client } from './support/client';
import { Factory } from './support/factories';
import { projectRoot } from './support/roots';
import { useTestApp } from './support/test-app';
import { LOAD_CLASSES, WHO_MAY } from './who-may.table';
import { ROLES, WHO_NEEDS } from './who-needs.table';

const NAMES = ['none', 'buyerA', 'buyerB', 'sellerA', 'sellerB', 'staff'] as const;
type Name = (typeof NAMES)[number];

interface Row {
  kind: string;
  path: string;
  cells: Record<Name, string>;
}

const rows: Row[] = WHO_MAY.trim()
  .split('\n')
  .slice(1)
  .filter((line) => line.trim())
  .map((line) => {
    const [kind = '', path = '', ...cells] = line.trim().split(/\s+/);
    if (cells.length !== NAMES.length) throw new Error(`A row has ${cells.length} cells: ${line}`);
    return {
      kind,
      path,
      cells: Object.fromEntries(NAMES.map((name, index) => [name, cells[index]])) as Row['cells'],
    };
  });

const app = useTestApp({ rateLimits: false }, { jobs: [readImportFile] });
const factory = new Factory(app);

/** Not rendered yet, it would answer 503. */
async function store(orderId: number, kind: 'purchase_order' | 'packing_slip', number: string) {
  const key = `documents/${kind.replace('_', '-')}`;
  await app.services.store.put(key, Buffer.from('%PDF'), 'application/pdf');
  const rendered = { sha256: '0', storage_key: key, bytes: 4 };
  await factory
    .db('documents')
    .insert({
      kind,
      number,
      purchase_order_id: orderId,
      content: {},
      template_version: 1,
      issued_at: new Date(),
      ...rendered,
    })
    .onConflict(['kind', 'number'])
    .merge(rendered);
}

let people: Record<Name, Person | null>;
let ids: (path: string) => Record<string, number | string>;

/** The id of a list, and of its one line. */
const WANT_LIST = 1_000_000;
let wantList: { buyer_id: number; user_id: number };

/** Calls of its tests delete it. */
beforeEach(() =>
  factory.db.raw(
    `with list as (
       insert into want_lists (id, buyer_id, user_id, name, stored_key, ends_on) overriding system value
       values (:id, :buyer_id, :user_id, 'Restock', '00000000-0000-4000-8000-000000000000', '2090-01-01')
           on conflict do nothing
     )
     insert into wants (id, want_list_id, buyer_id, line, name, quantity) overriding system value
     values (:id, :id, :buyer_id, 1, 'A lamp', 1) on conflict do nothing`,
    { id: WANT_LIST, ...wantList },
  ),
);

beforeAll(async () => {
  const [buyerA, buyerB, sellerA, sellerB, staff, applicant] = await Promise.all([
    factory.aBuyer(),
    factory.aBuyer(),
    factory.aSeller(),
    factory.aSeller(),
    factory.staff(),
    factory.aBuyer({ status: 'provisional' }),
  ]);
  people = { none: null, buyerA, buyerB, sellerA, sellerB, staff };
  const product = await factory.aProduct({ seller: sellerA });
  const offer = await factory.anOffer({
    buyer: buyerA,
    seller: sellerA,
    lines: [{ product, unit_price: cents(900) }],
  });
  const draft = await factory.anOffer({ buyer: buyerA, seller: sellerA, state: 'draft' });
  const order = await factory.anOrder({ buyer: buyerA, seller: sellerA });
  // A warehouse reads paid orders alone.
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'staff' }));
  const [preview] = await factory
    .db('import_previews')
    .insert({ seller_id: sellerA.seller_id, user_id: sellerA.id, key: 'a file', stored_key: randomUUID() })
    .returning('id');
  const [begun] = await factory
    .db('imported_csvs')
    .insert({
      seller_id: sellerA.seller_id,
      user_id: sellerA.id,
      key: 'another file',
      stored_key: randomUUID(),
    })
    .returning('id');
  const [bulk] = await factory
    .db('bulk_changes')
    .insert({ seller_id: sellerA.seller_id, user_id: sellerA.id, field: 'units', amount: 5n })
    .returning('id');
  await store(order.id, 'purchase_order', order.po_number);
  await store(order.id, 'packing_slip', `${order.po_number}-S1`);
  await factory
    .db('shipments')
    .insert({ purchase_order_id: order.id, number: 1, status: 'shipped', mode: 'parcel' });
  const [address] = await factory
    .db('addresses')
    .insert({
      buyer_id: buyerA.buyer_id,
      company: 'Ridgeline',
      line1: '400 Linden Ave',
      city: 'Dayton',
      region: 'OH',
      postal_code: '45403',
      country: 'US',
      phone: '+19372245678',
    })
    .returning('id');
  const [refund] = await factory
    .db('refunds')
    .insert({ purchase_order_id: order.id, idempotency_key: randomUUID(), amount_cents: cents(1) })
    .returning('id');
  const [claim] = await factory
    .db('claims')
    .insert({ purchase_order_id: order.id, description: 'Three mugs arrived broken.', answer_by: new Date() })
    .returning('id');
  const [bulkAnswer] = await factory
    .db('bulk_answers')
    .insert({ seller_id: sellerA.seller_id, user_id: sellerA.id, key: randomUUID(), rule: '{}' })
    .returning('id');
  const [rule] = await factory
    .db('answer_rules')
    .insert({ seller_id: sellerA.seller_id, scope: 'catalog', accept_at: 900, created_by: sellerA.id })
    .returning('id');
  const [approval] = await factory
    .db('approval_requests')
    .insert({
      offer_id: draft.id,
      buyer_id: buyerA.buyer_id,
      act: 'submit',
      version: draft.version,
      content: {},
      total_cents: cents(2),
      limit_cents: cents(1),
      exceeds: 'order',
      requested_by: buyerA.id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id');
  const [message] = await factory
    .db('messages')
    .insert({ offer_id: offer.id, side: 'buyer', user_id: buyerA.id, body: 'Are these new?' })
    .returning('id');
  const [search] = await factory
    .db('saved_searches')
    .insert({ buyer_id: buyerA.buyer_id, name: 'Toys', query: {} })
    .returning('id');
  wantList = { buyer_id: buyerA.buyer_id, user_id: buyerA.id };
  const colleague = await factory.aMember(buyerA, 'viewer');
  const key = await factory.aKey(buyerA);
  const aWebhook = {
    buyer_id: buyerA.buyer_id,
    url: 'https://erp.example.com/',
    secret_encrypted: Buffer.from('x'),
    created_by: buyerA.id,
  };
  // The call that deletes it succeeds, so the page has one of its own.
  const [webhook, shown] = await factory.db('webhooks').insert([aWebhook, aWebhook]).returning('id');
  const [event] = await factory
    .db('company_events')
    .insert({ buyer_id: buyerA.buyer_id, type: 'offer.closed', data: {} })
    .returning('id');
  const [delivery] = await factory
    .db('webhook_deliveries')
    .insert({ webhook_id: webhook?.id ?? 0, event_id: event?.id ?? 0n })
    .returning('id');
  const [invitation] = await factory
    .db('invitations')
    .insert({
      buyer_id: buyerA.buyer_id,
      email: 'invited@example.com',
      role: 'viewer',
      digest: Buffer.from('x'),
      invited_by: buyerA.id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id');
  const [batch] = await factory.db('payout_batches').insert({}).returning('id');
  const [payout] = await factory
    .db('payouts')
    .insert({ seller_id: sellerA.seller_id, batch_id: batch?.id ?? 0, amount_cents: cents(1) })
    .returning('id');
  const mail = { recipient: 'ada@example.com', subject: 'Waits', text: '', html: '' };
  const [unsent] = await factory.db('mails').insert(mail).returning('id');
  const queued = await factory.db.raw<{ rows: { id: string }[] }>(
    `select id::text from graphile_worker.add_job('wait-for-nothing')`,
  );
  await factory.db('payment_events').insert({ id: 'evt_waiting', type: 'charge.refunded', payload: {} });
  // A product in an order cannot be deleted, so every viewer finds it.
  const ordered = order.product.id;
  ids = (path) => {
    const base = {
      seller_id: sellerA.seller_id,
      product_id: product.id,
      token: 'x',
      tag: 'offers',
      filter: 'Apparel',
      session: 'x',
      intent: 'x',
      resource: 'offer',
      file: path.includes('/documents/') ? 'purchase_order.pdf' : 'offer.csv',
      number: 1,
      what: 'products.csv',
      step: 'pricing',
      kind: 'products-incomplete',
      job: queued.rows[0]?.id ?? '0',
      event: 'evt_waiting',
    };
    if (path.startsWith('/admin/system/mails')) return { ...base, id: unsent?.id ?? 0 };
    if (path.startsWith('/offers/:offer_id'))
      return { ...base, offer_id: draft.id, id: draft.lines[0]?.id ?? 0 };
    if (path.startsWith('/approvals')) return { ...base, id: approval?.id ?? 0 };
    if (path.startsWith('/offers/bulk_answers')) return { ...base, id: bulkAnswer?.id ?? 0 };
    if (path.startsWith('/offers/')) return { ...base, id: offer.id };
    if (/^.(admin|marketplace).claims/.test(path)) return { ...base, id: claim?.id ?? 0 };
    if (path.startsWith('/seller/answer_rules')) return { ...base, id: rule?.id ?? 0 };
    if (path.startsWith('/saved_searches')) return { ...base, id: search?.id ?? 0 };
    if (path.startsWith('/wants/')) return { ...base, id: WANT_LIST };
    if (path.startsWith('/want_lists')) return { ...base, id: WANT_LIST };
    if (path.startsWith('/admin/messages')) return { ...base, id: Number(message?.id ?? 0) };
    if (/payouts/.test(path)) return { ...base, id: payout?.id ?? 0 };
    if (path.startsWith('/admin/payout_batches')) return { ...base, file: `${batch?.id}.csv` };
    if (path.startsWith('/marketplace/statements')) return { ...base, file: '2026-01.csv' };
    if (path.startsWith('/admin/refunds')) return { ...base, id: refund?.id ?? 0 };
    if (/purchase_orders|my_orders/.test(path)) return { ...base, id: order.id, number: '1' };
    if (path.startsWith('/admin/insights/offer')) return { ...base, id: offer.id };
    if (path.startsWith('/admin/insights/purchase')) return { ...base, id: order.id };
    if (path.startsWith('/admin/insights/user')) return { ...base, id: applicant.id };
    if (path.startsWith('/admin/applications') || path.startsWith('/admin/people'))
      return { ...base, id: applicant.id };
    if (
      path.startsWith('/admin/sellers') ||
      path.startsWith('/marketplace/sellers') ||
      path.startsWith('/seller/')
    )
      return { ...base, id: sellerA.seller_id };
    if (path.startsWith('/company/members')) return { ...base, id: colleague.id };
    if (path.startsWith('/company/webhooks')) return { ...base, id: webhook?.id ?? 0 };
    if (path.startsWith('/settings/webhooks')) return { ...base, id: shown?.id ?? 0 };
    if (path.startsWith('/company/webhook_deliveries')) return { ...base, id: delivery?.id ?? 0 };
    if (path.startsWith('/company/api_keys')) return { ...base, id: key.id };
    if (path.startsWith('/company/invitations')) return { ...base, id: invitation?.id ?? 0 };
    if (path.startsWith('/marketplace/addresses')) return { ...base, id: address?.id ?? 0 };
    if (path.startsWith('/import_previews/')) return { ...base, id: preview?.id ?? 0 };
    if (path.startsWith('/products/bulk/')) return { ...base, id: bulk?.id ?? 0 };
    if (path.startsWith('/imported_csvs/:id')) return { ...base, id: begun?.id ?? 0 };
    if (path.startsWith('/dev/')) return { ...base, id: 999_999 };
    return { ...base, id: path.startsWith('/products/') ? ordered : product.id };
  };
});

test('every route of the live router has its row, and every row its route', () => {
  const live = app.routes
    .map((route) => `${route.kind === 'page' ? 'PAGE' : route.method} ${route.path}`)
    .sort();
  expect(rows.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual(live);
});

test('the printed routes are those of the live router, each with the name of its policy', () => {
  const live = app.routes.map((route) => `${route.kind === 'page' ? 'PAGE' : route.method} ${route.path}`);
  // By its command: the table of routes registers how to sign in, once for a process.
  const output = execFileSync(process.execPath, [join(projectRoot, 'test/routes.mjs')], { encoding: 'utf8' });
  const printed = output
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  expect(printed.map(([kind, path]) => `${kind} ${path}`)).toEqual(live);
  expect(printed.filter(([, , policy]) => !/^[a-zA-Z]+$/.test(policy ?? '') || policy === 'may')).toEqual([]);
});

test('every route outside class B has its row in the table of load classes', () => {
  const live = app.routes
    .filter(({ load }) => load !== 'B')
    .map((route) => `${route.load} ${route.kind === 'page' ? 'PAGE' : route.method} ${route.path}`)
    .sort();
  expect(live).toEqual(LOAD_CLASSES.trim().split('\n').sort());
});

const verdict = (status: number, location: string | null) => {
  if (status === 302) return location?.startsWith('/sign_in') ? 'in' : 'away';
  return status === 401 || status === 403 || status === 404 ? String(status) : 'ok';
};

const WRONG_CREDENTIALS = { user: { email: 'nobody@example.com', password: 'wrong password' } };

/** Returns a body with the required root parameter, so that the table tests authorization, not parsing. */
function bodyFor(kind: string, path: string) {
  if (path === '/login') return WRONG_CREDENTIALS;
  const method = kind === 'PATCH' ? 'PUT' : kind;
  const live = app.routes.find((route) => route.method === method && route.path === path);
  const schema = live?.kind === 'call' ? live.body : null;
  const root = (schema as { meta?: () => { root?: string } | undefined } | null)?.meta?.()?.root;
  return root === undefined ? {} : { [root]: {} };
}

const cases = rows.flatMap((row) => (row.kind === 'PUT' ? [row, { ...row, kind: 'PATCH' }] : [row]));

test.each(cases)('$kind $path', async ({ kind, path, cells }) => {
  const params = ids(path);
  const address = path.replace(/:(\w+)/g, (_whole, name: string) => String(params[name] ?? 1));
  const seen: Partial<Record<Name, string>> = {};
  for (const name of NAMES) {
    const client = await factory.as(people[name]);
    const isPage = kind === 'PAGE';
    const answer = await client.request(
      isPage ? 'GET' : kind,
      address,
      isPage ? { headers: { Accept: 'text/html' } } : { body: bodyFor(kind, path) },
    );
    expect(answer.status).toBeLessThan(500);
    // The policy lets them in; who they are is to be proved first.
    const isUnconfirmed = (answer.body as { code?: string } | undefined)?.code === 'confirm_required';
    seen[name] = isUnconfirmed ? 'ok' : verdict(answer.status, answer.headers.get('Location'));
  }
  expect(seen).toEqual(cells);
});

const needsOf = (kind: 'buyer' | 'seller', text: string) =>
  (text.match(new RegExp(`${kind}=(\\S+)`))?.[1] ?? text).split('|');

const needs = WHO_NEEDS.trim()
  .split('\n')
  .map((line) => {
    const [kind = '', path = '', ...words] = line.split(/\s+/);
    return { kind, path, text: words.join(' ') };
  });

test('every route that lets members in and visitors not says what it needs of their role', () => {
  const live = app.routes.map((route) => ({
    name: `${route.kind === 'page' ? 'PAGE' : route.method} ${route.path}`,
    may: route.kind === 'page' ? route.options.may : route.may,
    needs: route.kind === 'page' ? route.options.needs : route.needs,
  }));
  const silent = live.filter(
    ({ may, needs: said }) => !may(null) && (may(people.buyerA) || may(people.sellerA)) && said === undefined,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
  expect(needs.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual(
    live
      .filter((route) => route.needs !== undefined)
      .map(({ name }) => name)
      .sort(),
  );
});

test.each(
  (['buyer', 'seller'] as const).flatMap((kind) =>
    Object.entries(ROLES[kind]).map(([role, held]) => ({
      kind,
      role: role as Role,
      held: held.split(/\s+/),
    })),
  ),
)('a $kind with the role $role reaches what it holds, and nothing else', async ({ kind, role, held }) => {
  const owner = kind === 'buyer' ? people.buyerA : people.sellerA;
  const member = await factory.aMember(owner as Seller, role);
  const client = await factory.as(member);
  expect(((await client.request('GET', '/me')).body as SignedIn).user).toMatchObject({
    role,
    capabilities: expect.anything(),
  });
  expect([...(member.capabilities ?? [])].sort()).toEqual([...held].sort());
  const wrong: string[] = [];
  for (const { kind: method, path, text } of needs) {
    const row = rows.find((one) => one.kind === method && one.path === path);
    const ownersVerdict = row?.cells[kind === 'buyer' ? 'buyerA' : 'sellerA'];
    if (ownersVerdict === '403' || (method === 'PAGE' && ownersVerdict === '404')) continue;
    const isHeld = text === 'none' || needsOf(kind, text).some((need) => held.includes(need));
    // What a role may do is shown by each act's own tests; here only reading is repeated.
    if (isHeld && method !== 'GET' && method !== 'PAGE') continue;
    const address = path.replace(/:(\w+)/g, (_whole, name: string) => String(ids(path)[name] ?? 1));
    const isPage = method === 'PAGE';
    const answer = await client.request(
      isPage ? 'GET' : method,
      address,
      isPage ? { headers: { Accept: 'text/html' } } : { body: bodyFor(method, path) },
    );
    const isRefused = isPage
      ? answer.status === 404
      : (answer.body as { code?: string } | undefined)?.code === 'role_forbidden';
    if (isRefused === isHeld) wrong.push(`${method} ${path}: ${answer.status}`);
  }
  expect(wrong).toEqual([]);
});

const PERSONAL = ['none', 'company:manage', 'offers:approve'];

/** What a call answers a key: the code of a refusal for its capabilities, else 'ok'. */
async function answerToKey(client: Client, method: string, path: string) {
  const address = path.replace(/:(\w+)/g, (_whole, name: string) => String(ids(path)[name] ?? 1));
  const { status, body } = await client.request(method, address, { body: bodyFor(method, path) });
  const { code } = (body ?? {}) as { code?: string };
  if (status >= 500 || status === 401 || status === 429) return String(status);
  return code === 'capability_missing' || code === 'not_for_keys' || code === 'role_forbidden' ? code : 'ok';
}

/** A key gets the call of an address that has a page, too. */
const hasCall = (path: string) => rows.some((row) => row.kind === 'GET' && row.path === path);

const callsOf = (kind: 'buyer' | 'seller') =>
  needs
    .filter((row) => row.kind !== 'PAGE')
    .map((row) => ({ ...row, needed: needsOf(kind, row.text) }))
    .filter(({ kind: method, path }) => {
      const row = rows.find((one) => one.kind === method && one.path === path);
      return row?.cells[kind === 'buyer' ? 'buyerA' : 'sellerA'] !== '403';
    });

test.each(['buyer', 'seller'] as const)(
  'a key of a %s reaches what it holds, and nothing with all other capabilities',
  async (kind) => {
    const owner = people[kind === 'buyer' ? 'buyerA' : 'sellerA'] as Buyer | Seller;
    const [exact, others] = [await factory.aKey(owner), await factory.aKey(owner)];
    const holds = (key: { id: number }, capabilities: readonly Capability[]) =>
      factory
        .db('api_keys')
        .where({ user_id: key.id })
        .update({ capabilities: [...capabilities] });
    const seen: string[] = [];
    const expected: string[] = [];
    const judge = async (client: Client, method: string, path: string, want: string) => {
      expected.push(`${method} ${path}: ${want}`);
      seen.push(`${method} ${path}: ${await answerToKey(client, method, path)}`);
    };
    const calls = callsOf(kind);
    for (const text of new Set(calls.map(({ needed }) => needed.join('|')))) {
      const needed = text.split('|') as Capability[];
      if (PERSONAL.includes(text)) continue;
      await holds(
        others,
        keyCapabilities[kind].filter((one) => !needed.includes(one)),
      );
      for (const capability of needed) {
        await holds(exact, [capability]);
        await factory.db('rate_limits').delete();
        for (const call of calls.filter((one) => one.needed.join('|') === text)) {
          await judge(exact.client, call.kind, call.path, 'ok');
          await judge(others.client, call.kind, call.path, 'capability_missing');
        }
      }
    }
    await holds(exact, keyCapabilities[kind]);
    await factory.db('rate_limits').delete();
    for (const call of calls.filter(({ needed }) => PERSONAL.includes(needed.join('|'))))
      await judge(
        exact.client,
        call.kind,
        call.path,
        call.path === '/me' && call.kind === 'GET' ? 'ok' : 'not_for_keys',
      );
    await factory.db('rate_limits').delete();
    for (const { kind: method, path, cells } of rows) {
      const isStaffs = cells.buyerA === '403' && cells.sellerA === '403';
      const isOpen = cells.none === 'ok' && method === 'GET' && path !== '/dev/error';
      if (isStaffs) await judge(exact.client, method, path, 'not_for_keys');
      else if (isOpen) await judge(exact.client, method, path, 'ok');
      else if (method === 'PAGE' && !hasCall(path)) await judge(exact.client, 'GET', path, 'not_for_keys');
      if (seen.length % 100 === 0) await factory.db('rate_limits').delete();
    }
    expect(seen).toEqual(expected);
  },
);

test('a refusal names the role and the company', async () => {
  const client = await factory.as(await factory.aMember(people.buyerA as Buyer, 'viewer'));
  const answer = await client.request('POST', '/offers', { body: { offer: {} } });
  expect([answer.status, answer.body]).toEqual([
    403,
    {
      error: `Your role (viewer) can't do this. Ask an owner of ${people.buyerA?.name}.`,
      code: 'role_forbidden',
    },
  ]);
});

test('the foreign and the missing give the same answer', async () => {
  const client = await factory.as(people.buyerB);
  const foreign = await client.request('GET', `/offers/${ids('/offers/:id').id}`);
  const missing = await client.request('GET', '/offers/99999999');
  expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text]);
});

test('channels stream to each user only their own data', () => {
  const streamsOf = (name: Name) =>
    channels.map((channel) => {
      const person = people[name];
      return person && channel.may(person)
        ? channel.streams(person, { id: 1, buyer_id: 1, stream: 'offers:buyer:1' })
        : null;
    });
  const { buyerA, buyerB, sellerA, sellerB } = people;
  expect(streamsOf('buyerA')).toEqual([
    [`offers:buyer:${buyerA?.buyer_id}`],
    [`purchase_orders:buyer:${buyerA?.buyer_id}`],
  ]);
  expect(streamsOf('buyerB')).toEqual([
    [`offers:buyer:${buyerB?.buyer_id}`],
    [`purchase_orders:buyer:${buyerB?.buyer_id}`],
  ]);
  expect(streamsOf('sellerA')).toEqual([
    [`offers:seller:${sellerA?.seller_id}`],
    [`purchase_orders:seller:${sellerA?.seller_id}`],
  ]);
  expect(streamsOf('sellerB')).toEqual([
    [`offers:seller:${sellerB?.seller_id}`],
    [`purchase_orders:seller:${sellerB?.seller_id}`],
  ]);
  expect(streamsOf('staff')).toEqual([null, ['purchase_orders:staff']]);
  expect(streamsOf('none')).toEqual([null, null]);
});
