import { randomBytes, randomUUID } from 'node:crypto';
import { request as rawRequest } from 'node:http';
import sharp from 'sharp';
import { markCommitted } from '../../../db/repeatable-write';
import { deleteExpired } from '../../../server/accounts/jobs';
import { createAddress } from '../../../server/addresses/contract';
import { cents } from '../../../server/contract/money';
import { claimKey, keepAnswer } from '../../../server/http/idempotency/keys';
import { importCsv } from '../../../server/imports/contract';
import { paidOrder, shipmentsOf } from '../../shipping/orders-to-ship';
import type { Client } from '../../support/client';
import { Factory } from '../../support/factories';
import { useTestApp } from '../../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const keyed = (client: Client, method: string, path: string, key: string, body: unknown = {}) =>
  client.request(method, path, { body, headers: { 'Idempotency-Key': key } });

const address = (line1 = '400 Linden Ave') => ({
  address: {
    company: 'Ridgeline',
    line1,
    city: 'Dayton',
    region: 'OH',
    postal_code: '45403',
    country: 'US',
    phone: '+19372245678',
  },
});

type Counted = 'addresses' | 'idempotency_keys' | 'imported_csvs' | 'purchase_orders' | 'shipments';

const countOf = async (table: Counted, where: object) =>
  Number((await factory.db(table).where(where).count<{ count: string }[]>('* as count'))[0]?.count);

/** As if the process had ended after its commit, and a minute had passed. */
const loseAnswer = (key: string) =>
  factory
    .db('idempotency_keys')
    .where({ key })
    .update({
      status: null,
      headers: null,
      body: null,
      locked_until: factory.db.raw("now() - interval '1 s'"),
    });

test('twenty parallel posts with one key act once; every answer is true', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => keyed(client, 'POST', createAddress.path, key, address())),
  );
  expect(await countOf('addresses', { buyer_id: buyer.buyer_id })).toBe(1);
  for (const { status, headers, body } of answers)
    if (status === 409) {
      expect(body).toMatchObject({ code: 'idempotency_in_progress' });
      expect(headers.get('Retry-After')).toBe('1');
    } else expect(status).toBe(201);
  const repeat = await keyed(client, 'POST', createAddress.path, key, address());
  expect(repeat.headers.get('Idempotency-Replayed')).toBe('true');
  expect(repeat.status).toBe(201);
  expect(repeat.text).toBe(answers.find(({ status }) => status === 201)?.text);
});

test('a key holds by cookie, by bearer token and by API key, of each person apart', async () => {
  const buyer = await factory.aBuyer();
  const { client: byKey } = await factory.aKey(buyer);
  const key = randomUUID();
  for (const client of [await factory.signedIn(buyer), byKey]) {
    const [first, second] = [
      await keyed(client, 'POST', createAddress.path, key, address()),
      await keyed(client, 'POST', createAddress.path, key, address()),
    ];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  }
  const bearer = await keyed(await factory.as(buyer), 'POST', createAddress.path, key, address());
  expect(bearer.headers.get('Idempotency-Replayed')).toBe('true');
  expect(await countOf('addresses', { buyer_id: buyer.buyer_id })).toBe(2);
});

test('the same key with another body, query, method or path is refused', async () => {
  const client = await factory.as(await factory.aBuyer());
  const key = randomUUID();
  expect((await keyed(client, 'POST', createAddress.path, key, address())).status).toBe(201);
  const others = [
    keyed(client, 'POST', createAddress.path, key, address('401 Linden Ave')),
    keyed(client, 'POST', `${createAddress.path}?a=1`, key, address()),
    keyed(client, 'POST', '/favorites', key, address()),
    keyed(client, 'PUT', '/me/notifications', key, address()),
  ];
  for (const { status, body } of await Promise.all(others)) {
    expect(status).toBe(422);
    expect(body).toMatchObject({
      errors: ['This Idempotency-Key was used with another request.'],
      code: 'idempotency_key_reused',
    });
  }
});

test('an invalid request frees its key', async () => {
  const client = await factory.as(await factory.aBuyer());
  const key = randomUUID();
  expect((await keyed(client, 'POST', createAddress.path, key, { address: {} })).status).toBe(422);
  expect(await countOf('idempotency_keys', { key })).toBe(0);
  expect((await keyed(client, 'POST', createAddress.path, key, address())).status).toBe(201);
});

test('a 422 that changed something is kept: what is cut to stock is not bought by a repeat', async () => {
  const seller = await factory.aSeller();
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ seller, units: 10n });
  const offer = await factory.anOffer({ buyer, seller, lines: [{ product, quantity: 10n }] });
  await factory.db('products').where({ id: product.id }).update({ units: 4n });
  const client = await factory.as(seller);
  const key = randomUUID();
  const first = await keyed(client, 'PUT', `/offers/${offer.id}/accept`, key);
  const second = await keyed(client, 'PUT', `/offers/${offer.id}/accept`, key);
  expect([first.status, second.status]).toEqual([422, 422]);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  expect(await countOf('purchase_orders', { offer_id: offer.id })).toBe(0);
});

test('a stored 202 stays the answer, also once the act was approved', async () => {
  const seller = await factory.aSeller();
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'purchaser', { order_limit_cents: cents(5_000) });
  const product = await factory.aProduct({ seller });
  const offer = await factory.anOffer({
    buyer: member,
    seller,
    state: 'draft',
    lines: [{ product, quantity: 10n }],
  });
  const client = await factory.as(member);
  const key = randomUUID();
  const first = await keyed(client, 'PUT', `/offers/${offer.id}/submit`, key);
  expect(first.status).toBe(202);
  const request = await factory.db('approval_requests').where({ offer_id: offer.id }).first();
  const approval = await (await factory.as(owner)).request('POST', `/approvals/${request?.id}/approve`, {
    body: { version: request?.version },
  });
  expect(approval.status).toBe(200);
  const second = await keyed(client, 'PUT', `/offers/${offer.id}/submit`, key);
  expect([second.status, second.text]).toEqual([202, first.text]);
});

test('where the answer was lost, the act is not repeated: the document is shown as it stands', async () => {
  const seller = await factory.aSeller();
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ seller });
  const client = await factory.as(buyer);
  const key = randomUUID();
  const body = {
    offer: {
      seller_user_id: seller.id,
      offer_products_attributes: [{ product_id: product.id, quantity: 5, unit_price: 900 }],
    },
  };
  const first = await keyed(client, 'POST', '/offers', key, body);
  expect(first.status).toBe(201);
  await loseAnswer(key);
  const again = await keyed(client, 'POST', '/offers', key, body);
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'recovered']);
  expect(again.text).toBe(first.text);
  const { id } = (again.body as { data: { id: string } }).data;
  const withdrawal = randomUUID();
  expect((await keyed(client, 'PUT', `/offers/${id}/submit`, withdrawal)).status).toBe(200);
  await loseAnswer(withdrawal);
  const shown = await keyed(client, 'PUT', `/offers/${id}/submit`, withdrawal);
  expect([shown.status, shown.headers.get('Idempotency-Replayed')]).toEqual([200, 'recovered']);
  expect(shown.body).toEqual((await client.request('GET', `/offers/${id}`)).body);
});

test('what was deleted stays 204, with the answer kept and with the answer lost', async () => {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller });
  const client = await factory.as(seller);
  const key = randomUUID();
  const path = `/products/${product.id}`;
  const statuses = [(await keyed(client, 'DELETE', path, key)).status];
  statuses.push((await keyed(client, 'DELETE', path, key)).status);
  await loseAnswer(key);
  statuses.push((await keyed(client, 'DELETE', path, key)).status);
  expect(statuses).toEqual([204, 204, 204]);
});

test('a change of many products goes on where it was cut off, and counts each product once', async () => {
  const seller = await factory.aSeller();
  const ids: number[] = [];
  for (let n = 0; n < 250; n++) ids.push((await factory.aProduct({ seller })).id);
  const client = await factory.as(seller);
  const key = randomUUID();
  const body = { ids, change: { units: 7 } };
  const first = await keyed(client, 'POST', '/products/bulk', key, body);
  expect(first).toMatchObject({ status: 200, body: { changed: 250, unchanged: 0 } });
  const { undo } = first.body as { undo: number };
  // As after a kill between the chunks.
  const half = { changed: 200, unchanged: 0, refused_count: 0, refused: [], undo };
  await loseAnswer(key);
  await factory
    .db('idempotency_keys')
    .where({ key })
    .update({ progress: JSON.stringify({ answer: half, remaining: ids.slice(200) }) as never });
  const again = await keyed(client, 'POST', '/products/bulk', key, body);
  expect(again.headers.get('Idempotency-Replayed')).toBe('recovered');
  expect(again.body).toMatchObject({ changed: 200, unchanged: 50, undo });
});

test('a run that was overtaken rolls back', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  const key = randomUUID();
  // The act waits for the table.
  const slow = await factory.db.transaction(async (tx) => {
    await tx.raw('lock table addresses in access exclusive mode');
    const run = keyed(client, 'POST', createAddress.path, key, address());
    await vi.waitFor(async () => expect(await countOf('idempotency_keys', { key })).toBe(1));
    await factory.db('idempotency_keys').where({ key }).increment('attempt', 1);
    return { run };
  });
  expect((await slow.run).body).toMatchObject({ code: 'idempotency_in_progress' });
  expect(await countOf('addresses', { buyer_id: buyer.buyer_id })).toBe(0);
});

test('a stored answer is refused to a member whose role was taken', async () => {
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'purchaser');
  const client = await factory.as(member);
  const key = randomUUID();
  expect((await keyed(client, 'POST', createAddress.path, key, address())).status).toBe(201);
  await factory.db('users').where({ id: member.id }).update({ role: 'viewer' });
  const viewer = await keyed(await factory.as(member), 'POST', createAddress.path, key, address());
  expect([viewer.status, (viewer.body as { code: string }).code]).toEqual([403, 'role_forbidden']);
});

test('an answer of a manager is not repeated to the warehouse that they became: the order is shown as they may read it', async () => {
  const seller = await factory.aSeller();
  const { id } = await paidOrder(factory, { seller });
  const manager = await factory.aMember(seller, 'manager');
  const key = randomUUID();
  const body = { shipment: { mode: 'parcel', carrier: 'ups', tracking_numbers: ['1Z999AA10123456784'] } };
  const ship = async () => keyed(await factory.as(manager), 'POST', shipmentsOf(id), key, body);
  const first = await ship();
  expect([first.status, first.text.includes('_cents')]).toEqual([201, true]);
  expect((await ship()).text).toBe(first.text);
  await factory.db('users').where({ id: manager.id }).update({ role: 'warehouse' });
  const second = await ship();
  expect([second.status, second.headers.get('Idempotency-Replayed')]).toEqual([200, 'recovered']);
  expect(second.text).not.toContain('_cents');
  expect(await countOf('shipments', { purchase_order_id: id })).toBe(1);
});

test('an answer kept under another SECRET_KEY_BASE is lost, not the act', async () => {
  const client = await factory.as(await factory.aBuyer());
  const key = randomUUID();
  const first = await keyed(client, 'POST', createAddress.path, key, address());
  const row = await factory.db('idempotency_keys').where({ key }).first();
  if (!row?.body) throw new Error('No answer was kept');
  // As what another secret encrypted: no byte of it is readable.
  await factory
    .db('idempotency_keys')
    .where({ key })
    .update({ body: randomBytes(row.body.length) });
  const again = await keyed(client, 'POST', createAddress.path, key, address());
  expect([first.status, again.status, again.headers.get('Idempotency-Replayed')]).toEqual([
    201,
    200,
    'recovered',
  ]);
  expect(again.body).toMatchObject({ addresses: [{ line1: '400 Linden Ave' }] });
});

test('a key that may not read the document hears that its act was done', async () => {
  const buyer = await factory.aBuyer();
  const { client } = await factory.aKey(buyer, { capabilities: ['offers:write'] });
  const key = randomUUID();
  expect((await keyed(client, 'POST', createAddress.path, key, address())).status).toBe(201);
  await loseAnswer(key);
  const again = await keyed(client, 'POST', createAddress.path, key, address());
  expect([again.status, again.text, again.headers.get('Idempotency-Replayed')]).toEqual([
    204,
    '',
    'recovered',
  ]);
  expect(await countOf('addresses', { buyer_id: buyer.buyer_id })).toBe(1);
});

test('what left its offer for another is answered again by that one', async () => {
  const buyer = await factory.aBuyer();
  const offer = await factory.anOffer({ buyer, state: 'saved_for_later' });
  const line = await factory.db('offer_products').where({ offer_id: offer.id }).first();
  const client = await factory.as(buyer);
  const key = randomUUID();
  const move = () =>
    keyed(client, 'POST', `/offers/${offer.id}/move_to_cart`, key, { offer_product_id: line?.id });
  const first = await move();
  expect((await client.request('GET', `/offers/${offer.id}`)).status).toBe(404);
  const second = await move();
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
  await loseAnswer(key);
  const shown = await move();
  expect([shown.status, shown.text]).toEqual([200, first.text]);
});

test('an approval that met too little stock is answered again', async () => {
  const seller = await factory.aSeller();
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'purchaser', { order_limit_cents: cents(1_000) });
  const product = await factory.aProduct({ seller, units: 10n });
  const lines = [{ product, quantity: 10n }];
  const offer = await factory.anOffer({ buyer: member, seller, state: 'draft', lines });
  // Its number is no offer's.
  await factory.db.raw('alter sequence approval_requests_id_seq restart with 900000');
  const asked = await (await factory.as(member)).request('PUT', `/offers/${offer.id}/accept`);
  expect(asked.status).toBe(202);
  await factory.db('products').where({ id: product.id }).update({ units: 4n });
  const client = await factory.as(owner);
  const key = randomUUID();
  const body = { version: offer.version };
  const [first, second] = [
    await keyed(client, 'POST', '/approvals/900000/approve', key, body),
    await keyed(client, 'POST', '/approvals/900000/approve', key, body),
  ];
  expect([first.status, second.status, second.text]).toEqual([422, 422, first.text]);
});

test('a file that is sent again after its answer was lost is imported once', async () => {
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const key = randomUUID();
  const send = (text: string) => {
    const form = new FormData();
    form.set('csv', new Blob([text], { type: 'text/csv' }), 'mugs.csv');
    const headers = { Accept: 'application/json', 'Idempotency-Key': key };
    return client.send('POST', importCsv.path, { body: form, headers });
  };
  const mugs = 'upc,name\n012345678905,Mug\n';
  const [first, second] = [await send(mugs), await send(mugs)];
  expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  expect((await send(mugs.replace('Mug', 'Cup'))).status).toBe(422);
  await loseAnswer(key);
  const shown = await send(mugs);
  expect([shown.status, shown.headers.get('Idempotency-Replayed')]).toEqual([200, 'recovered']);
  expect(shown.body).toMatchObject({ id: (first.body as { id: number }).id });
  expect(await countOf('imported_csvs', { seller_id: seller.seller_id })).toBe(1);
});

test('forms with two files replay by their content, in their places', async () => {
  const client = await factory.as(await factory.aSeller());
  const key = randomUUID();
  const picture = (color: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: color } })
      .png()
      .toBuffer();
  const [red, blue] = [await picture('red'), await picture('blue')];
  const send = (one: Buffer, two: Buffer) => {
    const form = new FormData();
    form.set('product[name]', 'Mug');
    form.set('product[upc]', '012345678905');
    form.set('product[photo_1]', new Blob([new Uint8Array(one)], { type: 'image/png' }), 'a.png');
    form.set('product[photo_2]', new Blob([new Uint8Array(two)], { type: 'image/png' }), 'b.png');
    const headers = { Accept: 'application/json', 'Idempotency-Key': key };
    return client.send('POST', '/products', { body: form, headers });
  };
  const [first, second] = [await send(red, blue), await send(red, blue)];
  expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  const swapped = await send(blue, red);
  expect(swapped.body).toMatchObject({ code: 'idempotency_key_reused' });
});

test('a stored answer is not for the same person in another company', async () => {
  const member = await factory.aMember(await factory.aBuyer(), 'purchaser');
  const key = randomUUID();
  expect((await keyed(await factory.as(member), 'POST', createAddress.path, key, address())).status).toBe(
    201,
  );
  const { buyer_id } = await factory.aBuyer();
  await factory.db('users').where({ id: member.id }).update({ buyer_id });
  const moved = await keyed(await factory.as(member), 'POST', createAddress.path, key, address());
  expect(moved.body).toMatchObject({ code: 'idempotency_key_reused' });
});

test('a stored answer is refused where its subject is no longer visible', async () => {
  const seller = await factory.aSeller();
  const offer = await factory.anOffer({ seller });
  const client = await factory.as(seller);
  const key = randomUUID();
  const path = `/offers/${offer.id}/counter_offer/reject`;
  expect((await keyed(client, 'POST', path, key)).status).toBe(200);
  const other = await factory.aSeller();
  await factory.db('offers').where({ id: offer.id }).update({ seller_id: other.seller_id });
  expect((await keyed(client, 'POST', path, key)).status).toBe(404);
});

test('an answer above 1 MB is not kept; what was done is shown instead', async () => {
  const { id: userId } = await factory.aBuyer();
  const request = {
    userId,
    key: randomUUID(),
    owner: `buyer ${userId}`,
    capabilities: null,
    fingerprint: randomBytes(32),
    subjectId: 7,
    isRunAgain: false,
  };
  const claim = () => claimKey(app.services, request);
  const answer = (bytes: number) => ({ status: 200, headers: {}, body: 'x'.repeat(bytes) });
  const first = await claim();
  if (first.kind !== 'run') throw new Error('The key was used');
  await factory.db.transaction(async (tx) => (await markCommitted(tx, first.write, {})).written);
  first.write.hasCommitted = true;
  await keepAnswer(app.services, request, first.write, answer(1_048_577));
  expect(await claim()).toEqual({ kind: 'committed', subjectId: 7 });
  await keepAnswer(app.services, request, first.write, answer(1_048_576));
  expect(await claim()).toMatchObject({ kind: 'answered', answer: answer(1_048_576) });
  const row = await factory.db('idempotency_keys').where({ key: request.key }).first('body');
  expect(row?.body?.length).toBeLessThan(10_000);
});

test('a company whose answers fill its room for a day still acts once, and is shown the document', async () => {
  const [full, other] = [await factory.aBuyer(), await factory.aBuyer()];
  const room = { key: `kept-answers:buyer ${full.buyer_id}` };
  const client = await factory.as(full);
  const twice = async (sender: Client, key = randomUUID()) => {
    const first = await keyed(sender, 'POST', createAddress.path, key, address());
    const second = await keyed(sender, 'POST', createAddress.path, key, address());
    expect(first.status).toBe(201);
    return second.headers.get('Idempotency-Replayed');
  };
  expect(await twice(client)).toBe('true');
  expect(await factory.db('rate_limits').where(room).update({ points: 49_999_999 })).toBe(1);
  expect(await twice(client)).toBe('recovered');
  expect(await countOf('addresses', { buyer_id: full.buyer_id })).toBe(2);
  expect(await twice(await factory.as(other))).toBe('true');
  await factory.db('rate_limits').where(room).update({ expire: Date.now() });
  expect(await twice(client)).toBe('true');
});

test('a key is free again after 24 hours', async () => {
  const client = await factory.as(await factory.aBuyer());
  const key = randomUUID();
  await keyed(client, 'POST', createAddress.path, key, address());
  await factory
    .db('idempotency_keys')
    .where({ key })
    .update({ created_at: factory.db.raw("now() - interval '25 h'") });
  const later = await keyed(client, 'POST', createAddress.path, key, address('401 Linden Ave'));
  expect([later.status, later.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
  await factory
    .db('idempotency_keys')
    .where({ key })
    .update({ created_at: factory.db.raw("now() - interval '25 h'") });
  await deleteExpired.work(app.services, {});
  expect(await countOf('idempotency_keys', { key })).toBe(0);
});

test('what is read, and what visitors send, ignores the header', async () => {
  const client = await factory.as(await factory.aBuyer());
  expect((await keyed(client, 'GET', '/offers', '')).status).toBe(200);
  const visitor = await factory.as(null);
  const search = await keyed(visitor, 'POST', '/marketplace/products/search', 'a b');
  expect(search.status).toBe(200);
});

test('forms replay their redirect, whatever their boundary and CSRF token', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.signedIn(buyer);
  const product = await factory.aProduct();
  const seller = await factory.db('users').where({ seller_id: product.seller_id }).first('id');
  const key = randomUUID();
  const send = async () => {
    const form = new FormData();
    form.set('authenticity_token', await client.csrf());
    form.set('offer[seller_user_id]', String(seller?.id));
    form.set('offer[offer_products_attributes][][product_id]', String(product.id));
    form.set('offer[offer_products_attributes][][quantity]', '3');
    form.set('offer[offer_products_attributes][][unit_price]', '900');
    return client.send('POST', '/offers', {
      body: form,
      headers: { Accept: 'text/html', 'Idempotency-Key': key },
    });
  };
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([303, 303]);
  expect([first, second].map(({ headers }) => headers.get('Location'))).toEqual(['/cart', '/cart']);
  expect([first, second].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
});

/** What clients of our own would not let through. */
const statusOfRaw = (token: string, header: string | string[]) =>
  new Promise<number>((resolve, reject) => {
    const request = rawRequest(
      `${app.origin}${createAddress.path}`,
      {
        method: 'POST',
        headers: { Authorization: token, 'Content-Type': 'application/json', 'Idempotency-Key': header },
      },
      (res) => resolve(res.resume().statusCode ?? 0),
    );
    request.on('error', reject).end(JSON.stringify(address()));
  });

const garbage = (n: number): string | string[] => {
  const length = 1 + (n % 300);
  const bytes = randomBytes(length).toString('latin1');
  const sendable = bytes.replace(/[^\t\x20-\x7e\x80-\xff]/g, '\xe9').trim() || '\xfc';
  return [`${sendable}\xff`, ' '.padEnd(length, '\t'), 'x'.repeat(256 + n), ['one', 'two'], `a b${n}`][
    n % 5
  ] as string;
};

test('what is no key is refused, whatever it is', async () => {
  const buyer = await factory.aBuyer();
  const token = `Bearer ${await app.services.bearerTokens.issue(buyer.id)}`;
  const total = Number(process.env.GARBAGE_KEYS ?? 200);
  for (let n = 0; n < total; n++) expect(await statusOfRaw(token, garbage(n)), String(n)).toBe(400);
  expect(await countOf('addresses', { buyer_id: buyer.buyer_id })).toBe(0);
  const longest = 'x'.repeat(255);
  expect(await statusOfRaw(token, longest)).toBe(201);
});

test('a kept answer is encrypted, as it may hold secrets', async () => {
  const client = await factory.as(await factory.aBuyer());
  const key = randomUUID();
  await keyed(client, 'POST', createAddress.path, key, address('An address of its own'));
  const row = await factory.db('idempotency_keys').where({ key }).first();
  expect(row?.body?.includes('An address of its own')).toBe(false);
  expect(row).toMatchObject({ status: 201, committed_at: expect.any(Date) });
});

test('without the header no statement is spent', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  const statements: string[] = [];
  app.services.db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  await client.request('POST', createAddress.path, { body: address() });
  expect(statements.filter((sql) => sql.includes('idempotency_keys'))).toEqual([]);
  expect(await countOf('idempotency_keys', { user_id: buyer.id })).toBe(0);
});
