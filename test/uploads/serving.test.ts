import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { transaction } from '../../db/transaction';
import { newFileKey, originalOf, publicUrl, sizeOf, storedKeyOf, uploadOf } from '../../server/storage/keys';
import { signature } from '../../server/storage/signature';
import type { Store } from '../../server/storage/store';
import { enqueueResize, resizeImage } from '../../server/uploads/jobs';
import { runDueJobs } from '../support/jobs';
import { until } from '../support/process';
import { fileServer } from '../support/uploads';

const LIMIT = 36_700_160;
let dir: string;
let server: Awaited<ReturnType<typeof fileServer>>;
let store: Store;
let secret: string;

beforeAll(async () => {
  server = await fileServer();
  secret = server.services.config.secretKeyBase;
  dir = join(server.services.config.dataDir, 'uploads');
  store = server.services.store;
});
afterAll(() => server.close());

const put = (url: string, body: BodyInit, type = 'image/png') =>
  fetch(url, { method: 'PUT', body, headers: { 'Content-Type': type } });

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8a3' } });

async function uploaded(bytes: BlobPart) {
  const key = newFileKey();
  const { url } = await store.presignPut(key);
  expect((await put(url, new Blob([bytes]))).status).toBe(200);
  return key;
}

test('an address takes a file, and another shows it as the picture that it is', async () => {
  const png = new Uint8Array(await picture(30, 20).png().toBuffer());
  const key = await uploaded(png);
  const shown = await fetch(await store.presignGet(key));
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(png).equals(Buffer.from(await shown.arrayBuffer()))).toBe(true);
});

test('what is no picture is never shown as a page', async () => {
  for (const hostile of ['<html><script>alert(1)</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
    const shown = await fetch(await store.presignGet(await uploaded(hostile)));
    expect(shown.headers.get('content-type')).toBe('application/octet-stream');
    expect(shown.headers.get('content-disposition')).toBe('attachment');
  }
});

test('an address works for its method, its file and its time only', async () => {
  const key = newFileKey();
  const { url } = await store.presignPut(key);
  expect((await fetch(url)).status).toBe(403);
  expect((await put(url.replace(key, newFileKey()), 'x')).status).toBe(403);
  expect((await put(url.replace(/expires=\d+/, 'expires=9999999999'), 'x')).status).toBe(403);
  expect((await put(url.replace(/signature=\w+/, 'signature='), 'x')).status).toBe(403);
});

test('an address holds for another minute, since clocks of processes differ', async () => {
  const key = newFileKey();
  const statusAfter = async (seconds: number) => {
    const expires = Math.floor(Date.now() / 1000) - seconds;
    const signed = signature(secret, { method: 'PUT', key, expires });
    return (await put(`${server.origin}/storage/${key}?expires=${expires}&signature=${signed}`, 'x')).status;
  };
  expect(await statusAfter(61)).toBe(403);
  expect(await statusAfter(50)).toBe(200);
});

test('a key cannot lead out of the folder, even signed', async () => {
  const expires = Math.floor(Date.now() / 1000) + 60;
  for (const key of ['uploads/..', '../secret', 'uploads/%2e%2e%2fsecret', 'uploads/..\\x']) {
    const signed = signature(secret, { method: 'GET', key: decodeURIComponent(key), expires });
    const answer = await fetch(`${server.origin}/storage/${key}?expires=${expires}&signature=${signed}`);
    expect(answer.status).not.toBe(200);
  }
  await expect(store.read('../secret')).rejects.toThrow('no key of the store');
});

test('35 MB is too much and leaves nothing, one byte less is not', async () => {
  const { url } = await store.presignPut(newFileKey());
  const refused = await put(url, Buffer.alloc(LIMIT));
  expect([refused.status, await refused.json()]).toEqual([
    413,
    { error: 'Max file size: 35 MB', code: 'too_large' },
  ]);
  expect((await put(url, Buffer.alloc(LIMIT - 1))).status).toBe(200);
  expect(readdirSync(join(dir, 'drafts'))).toEqual([]);
});

test('more than 35 MB without a declared length is refused as well', async () => {
  const key = newFileKey();
  const { url } = await store.presignPut(key);
  const status = await new Promise((resolve, reject) => {
    const req = request(url, { method: 'PUT' }, (res) => resolve(res.statusCode));
    req.on('error', reject);
    const chunk = Buffer.alloc(1_000_000);
    for (let i = 0; i < 37; i++) req.write(chunk);
    req.end();
  });
  expect(status).toBe(413);
  expect(await store.head(key)).toBeNull();
  expect(readdirSync(join(dir, 'drafts'))).toEqual([]);
});

test('an upload that breaks off leaves the former file', async () => {
  const key = await uploaded('the former');
  const { url } = await store.presignPut(key);
  await new Promise<void>((resolve) => {
    const req = request(url, { method: 'PUT', headers: { 'Content-Length': 1_000 } });
    req.on('error', () => resolve());
    req.write('half', () => setImmediate(() => req.destroy(new Error('gone'))));
  });
  expect(await (await fetch(await store.presignGet(key))).text()).toBe('the former');
});

describe('a picture on a page', () => {
  const attach = async (bytes: Buffer) => {
    const storedKey = storedKeyOf(newFileKey());
    await store.put(originalOf(storedKey), bytes, 'image/jpeg');
    return storedKey;
  };
  const jobsOf = async (key: string) => {
    const { services } = server;
    const { rows } = await services.db.raw('select attempts from graphile_worker.jobs where key = ?', [
      `resize ${key}`,
    ]);
    return rows as { attempts: number }[];
  };
  const work = () => runDueJobs(server.services, [resizeImage]);
  const lookAndWork = async (key: string, ...sizes: (400 | 1200)[]) => {
    const answers = Promise.all(sizes.map((size) => look(key, size)));
    await until(async () => (await jobsOf(key)).length > 0);
    await work();
    return answers;
  };
  const look = (key: string, size: 400 | 1200) => fetch(`${server.origin}${publicUrl(key, size)}`);
  const metadataOf = async (answer: Response) => sharp(Buffer.from(await answer.arrayBuffer())).metadata();

  test('waits for the worker, is small, and stays for good', async () => {
    const key = await attach(await picture(1600, 800).jpeg().toBuffer());
    const answers = await lookAndWork(key, 400, 400, 1200);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [first] = answers as [Response, ...Response[]];
    expect(first.headers.get('content-type')).toBe('image/webp');
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const sizes = await Promise.all(answers.map(metadataOf));
    expect(sizes.map(({ width, height, format }) => [width, height, format])).toEqual([
      [400, 200, 'webp'],
      [400, 200, 'webp'],
      [1200, 600, 'webp'],
    ]);
  });

  test('stands upright and says nothing of the camera', async () => {
    const jpeg = await picture(300, 100)
      .withExif({ IFD0: { Copyright: 'Somebody', Orientation: '6' } })
      .jpeg()
      .toBuffer();
    const turned = await sharp(jpeg).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const [answer] = (await lookAndWork(await attach(turned), 400)) as [Response];
    const shown = await metadataOf(answer);
    expect([shown.width, shown.height, shown.exif, shown.orientation]).toEqual([
      100,
      300,
      undefined,
      undefined,
    ]);
  });

  test('is not enlarged', async () => {
    const key = await attach(await picture(50, 40).png().toBuffer());
    const [answer] = (await lookAndWork(key, 1200)) as [Response];
    const shown = await metadataOf(answer);
    expect([shown.width, shown.height]).toEqual([50, 40]);
  });

  test('that does not exist, is broken, or is only uploaded, is not found', async () => {
    const upload = await uploaded('only uploaded');
    const broken = await attach(Buffer.from('no picture at all'));
    await lookAndWork(broken, 400);
    const paths = [
      publicUrl(storedKeyOf(newFileKey()), 400),
      publicUrl(storedKeyOf(upload), 400),
      publicUrl(broken, 400),
      `/files/${uploadOf('x')}-400.webp`,
      '/files/..%2Foriginals%2Fx-400.webp',
      `/files/${broken}-800.webp`,
      `/files/${broken}`,
    ];
    const answers = await Promise.all(paths.map((path) => fetch(`${server.origin}${path}`)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
    expect(await jobsOf(broken)).toEqual([]);
  });

  test('that was attached before its declared size was bounded is not decoded', async () => {
    const bomb = await attach(await picture(9_000, 9_000).toColourspace('rgb16').png().toBuffer());
    const [answer] = (await lookAndWork(bomb, 400)) as [Response];
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, null]);
    expect(await server.services.store.head(sizeOf(bomb, 400))).toEqual({ bytes: 0 });
  });

  test('has to be requested again without a worker, and is one job per picture', async () => {
    const key = await attach(await picture(50, 40).png().toBuffer());
    const answers = await Promise.all([look(key, 400), look(key, 400), look(key, 1200)]);
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      answers.map(() => [404, '2']),
    );
    expect(await jobsOf(key)).toEqual([{ attempts: 0 }]);
    await work();
    expect((await look(key, 400)).status).toBe(200);
  });

  test('whose job has failed for good is not tried again by a reader', async () => {
    const key = await attach(await picture(50, 40).png().toBuffer());
    const { db } = server.services;
    await transaction(db, (tx) => enqueueResize(tx, key));
    await db.raw('update graphile_worker._private_jobs set attempts = max_attempts where key = ?', [
      `resize ${key}`,
    ]);
    expect((await look(key, 400)).status).toBe(404);
    expect(await jobsOf(key)).toEqual([{ attempts: 4 }]);
    await db.raw('truncate graphile_worker._private_jobs');
  });
});

test('addresses of pictures: https and shipped ones stay, keys are served by us', () => {
  expect(publicUrl('https://example.com/a.jpg', 400)).toBe('https://example.com/a.jpg');
  expect(publicUrl('/demo/mug', 1200)).toBe('/demo/mug-1200.webp');
  expect(publicUrl('0b1c', 400)).toBe('/files/0b1c-400.webp');
});
