import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Person } from '../../server/accounts/policy';
import { formFolder } from '../../server/uploads/form-files';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { until } from '../support/process';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ root: productionBuild() });
const world = new Factory(app);
let seller: Person;
let client: Client;
let picture: Buffer;

beforeAll(async () => {
  seller = await world.aSeller();
  client = await world.signedIn(seller);
  picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#8a3' } })
    .png()
    .toBuffer();
});

type Part = readonly [name: string, value: string | Buffer];

function formOf(parts: readonly Part[]) {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), 'picture.png');
  }
  return form;
}

async function send(method: string, path: string, parts: readonly Part[], as = client, token?: string) {
  const { status, text } = await as.send(method, path, {
    body: formOf(parts),
    headers: { Accept: 'application/json', 'X-CSRF-Token': token ?? (await as.csrf()) },
  });
  return { status, body: JSON.parse(text) };
}

const uploads = async () => (await world.db('uploads').select('key')).length;
const spooled = () => readdirSync(formFolder(app.services.config)).length;
const stored = () => {
  const { storage } = app.services.config;
  const folder = storage.kind === 'disk' ? join(storage.dir, 'uploads') : '';
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

/** What a refused form must not change. */
async function tracesOf(act: () => Promise<unknown>) {
  const before = [await uploads(), stored()];
  await act();
  await until(async () => spooled() === 0);
  const after = [await uploads(), stored()];
  return { uploads: Number(after[0]) - Number(before[0]), files: Number(after[1]) - Number(before[1]) };
}
const NO_TRACES = { uploads: 0, files: 0 };

test('a seller saves a profile with the pictures themselves', async () => {
  const { status, body } = await send('PUT', '/marketplace/sellers/update', [
    ['seller[name]', 'Mugs & Co.'],
    ['seller[logo]', picture],
    ['seller[description]', 'Cups.'],
    ['seller[banner]', picture],
  ]);
  expect([status, body.name]).toEqual([200, 'Mugs & Co.']);
  expect(body.logo_url).toMatch(/-400\.webp$/);
  expect(body.banner_url).toMatch(/-1200\.webp$/);
  await until(async () => spooled() === 0);
});

test('a product takes its photos from the form, by POST, PUT and a POST that overrides its method', async () => {
  const added = await send('POST', '/products', [
    ['product[name]', 'Mug'],
    ['product[upc]', '12345678'],
    ['product[photo_1]', picture],
    ['product[photo_2]', 'https://pictures.example.com/mug.jpg'],
  ]);
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({ name: 'Mug', photo_2: 'https://pictures.example.com/mug.jpg' });
  expect(added.body.photo_1).toMatch(/^\/files\//);
  const path = `/products/${added.body.id}`;
  const changed = await send('PUT', path, [['product[photo_3]', picture]]);
  expect(changed.body).toMatchObject({
    photo_1: added.body.photo_1,
    photo_3: expect.stringContaining('/files/'),
  });
  const overridden = await send('POST', path, [
    ['_method', 'put'],
    ['product[name]', 'Cup'],
    ['product[photo_1]', picture],
  ]);
  expect([overridden.status, overridden.body.name]).toEqual([200, 'Cup']);
  expect(overridden.body.photo_1).not.toBe(added.body.photo_1);
});

test('text alone is nested as it is everywhere else', async () => {
  const { status, body } = await send('PUT', '/marketplace/sellers/update', [['seller[name]', 'Ünïcode']]);
  expect([status, body.name]).toEqual([200, 'Ünïcode']);
  const tooMuch = await send('PUT', '/marketplace/sellers/update', [['seller[name]', 'x'.repeat(300_000)]]);
  expect(tooMuch.status).toBe(413);
  const twoShapes = await send('PUT', '/marketplace/sellers/update', [
    ['seller[name]', 'x'],
    ['seller[name][first]', 'y'],
  ]);
  expect(twoShapes.status).toBe(400);
});

test('staff set a seller’s logo', async () => {
  const staff = await world.signedIn(await world.staff());
  const { status, body } = await send(
    'POST',
    '/admin/sellers',
    [
      ['seller[name]', 'New'],
      ['seller[logo]', picture],
    ],
    staff,
  );
  expect([status, body.logo_url]).toEqual([201, expect.stringMatching(/-400\.webp$/)]);
});

const LOGO = 'seller[logo]';
const PROFILE = '/marketplace/sellers/update';

test.each<[string, readonly Part[], number, object]>([
  [
    'a file of 35 MB',
    [[LOGO, Buffer.alloc(36_700_160)]],
    422,
    { errors: ['Max file size: 35 MB'], field_errors: { logo: ['Max file size: 35 MB'] }, code: 'invalid' },
  ],
  [
    'two files in one field',
    [
      [LOGO, Buffer.from('a')],
      [LOGO, Buffer.from('b')],
    ],
    400,
    { error: 'The form could not be read', code: 'bad_request' },
  ],
  [
    'a file in another field',
    [['seller[name]', Buffer.from('a')]],
    400,
    { error: 'The form could not be read', code: 'bad_request' },
  ],
])('%s is refused, and nothing is left of it', async (_name, parts, status, body) => {
  let answer: unknown;
  const traces = await tracesOf(async () => {
    answer = await send('PUT', PROFILE, parts);
  });
  expect(answer).toEqual({ status, body });
  expect(traces).toEqual(NO_TRACES);
});

test('nothing is stored for a form without a token, of another role, or for another’s product', async () => {
  const other = await world.aSeller();
  const theirs = await world.aProduct({ seller: other });
  const buyer = await world.signedIn(await world.aBuyer());
  const traces = await tracesOf(async () => {
    expect((await send('PUT', PROFILE, [[LOGO, picture]], client, 'x')).status).toBe(422);
    expect((await send('PUT', PROFILE, [[LOGO, picture]], buyer)).status).toBe(400);
    expect((await send('PUT', `/products/${theirs.id}`, [['product[photo_1]', picture]])).status).toBe(404);
  });
  expect(traces).toEqual(NO_TRACES);
});

test('what is no picture meets the same check as an upload', async () => {
  const { status, body } = await send('PUT', PROFILE, [[LOGO, Buffer.from('<script>')]]);
  const message = 'Choose a JPEG, PNG, WebP, GIF or AVIF image';
  expect([status, body]).toEqual([
    422,
    { errors: [message], field_errors: { logo: [message] }, code: 'invalid' },
  ]);
});

test('nothing is left of a form whose client goes away half-way', async () => {
  const { port, hostname } = new URL(app.origin);
  const traces = await tracesOf(async () => {
    const socket = connect(Number(port), hostname);
    const part = `--x\r\nContent-Disposition: form-data; name="${LOGO}"; filename="a.png"\r\n\r\n`;
    socket.write(
      [
        `PUT ${PROFILE} HTTP/1.1`,
        'Host: localhost',
        `Cookie: ${client.cookieHeader}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 1000000',
        '',
        part,
      ].join('\r\n') + 'y'.repeat(500_000),
    );
    await until(async () => spooled() === 1);
    socket.destroy();
  });
  expect(traces).toEqual(NO_TRACES);
});

test('600 files an hour, presigned or in forms', async () => {
  const busy = await world.aSeller();
  await world.db.raw('insert into rate_limits (key, points, expire) values (?, 600, ?)', [
    `uploads:${busy.id}`,
    Date.now() + 3_600_000,
  ]);
  expect((await send('PUT', PROFILE, [[LOGO, picture]], await world.signedIn(busy))).status).toBe(429);
});
