import type { Seller } from '../../server/accounts/policy';
import { importCsv } from '../../server/imports/contract';
import { jobs } from '../../server/job-registry';
import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';
import { csv, largestFile, MAX_FILE_BYTES } from './files';

const app = useTestApp();
const factory = new Factory(app);
let seller: Seller;
let client: Client;

beforeAll(async () => {
  seller = await factory.aSeller();
  client = await factory.signedIn(seller);
});

const FILE = csv(['12345678,Mug,https://pictures.example.com/mug.jpg,$20.00,9.00,5.50,7']);

interface Posted {
  content?: string | Buffer;
  name?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

/** As a form does it, or curl's `-F csv=@lots.csv`. */
async function post(
  as: Client,
  { content = FILE, name = 'lots.csv', fields = {}, headers = {} }: Posted = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('csv', new Blob([new Uint8Array(Buffer.from(content))], { type: 'text/csv' }), name);
  const answer = await as.send('POST', '/imported_csvs/', {
    body: form,
    headers: { Accept: 'application/json', ...headers },
  });
  const { text } = answer;
  return { status: answer.status, text, body: JSON.parse(text) };
}

const withToken = async (as: Client) => ({ 'X-CSRF-Token': await as.csrf() });

test('a form that brings its file starts the import, which its key then tells of', async () => {
  const { status, body } = await post(client, { name: 'Frühling.csv', headers: await withToken(client) });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    imported_status: 'pending',
    file_name: 'Frühling.csv',
    key: expect.stringMatching(/^uploads\//),
  });
  await runDueJobs(app.services, jobs);
  const { body: record } = await client.call(importCsv, {}, { key: body.key });
  expect(record).toMatchObject({ id: body.id, imported_status: 'imported', imported_count: 1 });
  expect(await factory.db('products').where({ seller_id: seller.seller_id }).pluck('name')).toEqual(['Mug']);
});

test('the token may be one of its fields; without one nothing is begun', async () => {
  const imports = () => factory.db('imported_csvs').count('* as n').first();
  const before = await imports();
  const refused = await post(client);
  expect([refused.status, refused.text]).toEqual([
    422,
    '{"error":"Invalid authenticity token","code":"stale_token"}',
  ]);
  expect(await imports()).toEqual(before);
  expect((await post(client, { fields: { authenticity_token: await client.csrf() } })).status).toBe(201);
});

test('a bearer needs no token', async () => {
  const signedIn = await new Client(app.origin).request('POST', '/login', {
    body: { user: { email: seller.email, password: PASSWORD } },
  });
  const form = new FormData();
  form.append('csv', new Blob([FILE], { type: 'text/csv' }), 'lots.csv');
  const answer = await fetch(`${app.origin}/imported_csvs/`, {
    method: 'POST',
    body: form,
    headers: { Authorization: signedIn.headers.get('Authorization') ?? '', Accept: 'application/json' },
  });
  expect(answer.status).toBe(201);
});

test('3,999,999 bytes are taken, one more is refused, and so is nothing', async () => {
  const headers = await withToken(client);
  const { text } = largestFile();
  expect(Buffer.byteLength(text)).toBe(MAX_FILE_BYTES);
  expect((await post(client, { content: text, headers })).status).toBe(201);
  const larger = await post(client, { content: `${text}\n`, headers });
  expect([larger.status, larger.body.errors]).toEqual([
    422,
    ['File is too large. Maximum file size is 4 MB.'],
  ]);
  expect((await post(client, { content: '', headers })).status).toBe(422);
  expect((await client.call(importCsv, {}, {})).status).toBe(422);
});

test('the file of an unauthorized request is not stored', async () => {
  const anybody = await fetch(`${app.origin}/imported_csvs/`, { method: 'POST', body: new FormData() });
  expect([400, 401, 422]).toContain(anybody.status);
  const buyer = await factory.signedIn(await factory.aBuyer());
  expect((await post(buyer, { headers: await withToken(buyer) })).status).toBe(400);
  const { text } = largestFile();
  expect((await post(buyer, { content: text, headers: await withToken(buyer) })).status).toBe(413);
});

test('a form that is none, or has two files, is malformed', async () => {
  const headers = { ...(await withToken(client)), Accept: 'application/json' };
  const broken = await client.send('POST', '/imported_csvs/', {
    body: '--x\r\nContent-Disposition: form-data; name="csv"; filename="a.csv"\r\n\r\nUPC',
    headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' },
  });
  expect(broken.status).toBe(400);
  const twice = new FormData();
  for (const name of ['a.csv', 'b.csv']) twice.append('csv', new Blob([FILE]), name);
  expect((await client.send('POST', '/imported_csvs/', { body: twice, headers })).status).toBe(400);
  const other = new FormData();
  other.append('photo', new Blob([FILE]), 'a.csv');
  expect((await client.send('POST', '/imported_csvs/', { body: other, headers })).status).toBe(400);
});
