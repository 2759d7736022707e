import { createReadStream, readFileSync } from 'node:fs';
import { storeOrigin } from '../../server/config/storage-origin';
import { newFileKey } from '../../server/storage/keys';
import { s3Store } from '../../server/storage/s3';
import { bytesOf } from '../../server/storage/store';
import { STAND_IN_KEYS, s3StandIn } from '../support/s3-stand-in';

let standIn: Awaited<ReturnType<typeof s3StandIn>>;
const storeWith = (secretAccessKey = STAND_IN_KEYS.secretAccessKey) =>
  s3Store(
    { kind: 's3', bucket: 'goods', region: 'eu-central-1', endpoint: standIn.endpoint },
    { ...STAND_IN_KEYS, secretAccessKey },
  );

beforeAll(async () => {
  standIn = await s3StandIn('goods');
});
afterAll(() => standIn.close());

const body = Buffer.from('a picture, let us say');

test('an address takes a file with its own content type, and another answers it', async () => {
  const store = storeWith();
  const key = newFileKey();
  const { url, headers } = await store.presignPut(key);
  const put = await fetch(url, { method: 'PUT', headers: { ...headers, 'Content-Type': 'image/png' }, body });
  expect(put.status).toBe(200);
  const got = await fetch(await store.presignGet(key));
  expect([got.headers.get('content-type'), await got.text()]).toEqual(['image/png', body.toString()]);
});

test('an address for one file takes no other', async () => {
  const { url } = await storeWith().presignPut(newFileKey());
  const other = url.replace(/uploads\/[^?]+/, newFileKey());
  expect((await fetch(other, { method: 'PUT', body })).status).toBe(403);
  expect((await fetch(url)).status).toBe(403);
});

test('a wrong secret is refused', async () => {
  const store = storeWith('another secret');
  await expect(store.put(newFileKey(), body, 'image/png')).rejects.toMatchObject({
    name: 'SignatureDoesNotMatch',
  });
});

test('files are put, looked at, read in part, copied and deleted', async () => {
  const store = storeWith();
  const [key, copy] = [newFileKey(), newFileKey()];
  await store.put(key, body, 'image/webp');
  expect(await store.head(key)).toEqual({ bytes: body.length });
  const part = await store.read(key, { start: 2, end: 8 });
  expect(part && [part.bytes, (await bytesOf(part)).toString()]).toEqual([7, 'picture']);
  expect(await store.copy(key, copy)).toBe(true);
  await store.delete(key);
  await store.delete(key);
  expect(await store.head(key)).toBeNull();
  const left = await store.read(copy);
  expect(left && (await bytesOf(left)).equals(body)).toBe(true);
});

test('a file of the disk is streamed', async () => {
  const store = storeWith();
  const key = newFileKey();
  await store.put(key, createReadStream(__filename), 'text/plain');
  const stored = await store.read(key);
  expect(stored && (await bytesOf(stored)).equals(readFileSync(__filename))).toBe(true);
});

test('a file that is not there is null, and cannot be copied', async () => {
  const store = storeWith();
  expect(await store.head(newFileKey())).toBeNull();
  expect(await store.read(newFileKey())).toBeNull();
  expect(await store.copy(newFileKey(), newFileKey())).toBe(false);
});

test('the page’s policy allows the very host that addresses lead to', async () => {
  for (const [bucket, endpoint] of [
    ['goods', null],
    ['my.goods', null],
    ['goods', 'https://storage.example.com'],
  ] as const) {
    const storage = { kind: 's3', bucket, region: 'eu-central-1', endpoint } as const;
    const { url } = await s3Store(storage, STAND_IN_KEYS).presignPut(newFileKey());
    expect(storeOrigin({ storage })).toBe(new URL(url).origin);
  }
});
