import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { HttpError } from '../../server/http/errors';
import type { Services } from '../../server/services';
import { diskStore } from '../../server/storage/disk';
import {
  isFileKey,
  isStoredKey,
  newFileKey,
  originalOf,
  sizeOf,
  storedKeyOf,
  uploadOf,
} from '../../server/storage/keys';
import { s3Store } from '../../server/storage/s3';
import { bytesOf } from '../../server/storage/store';
import { deleteStaleUploads, discardUpload, resizeImage } from '../../server/uploads/jobs';
import { attachFile, attachImage, presignPreview, presignUpload } from '../../server/uploads/upload';
import { type TestDatabase, testDatabase } from '../support/database';
import { runDueJobs } from '../support/jobs';
import { productionBuild } from '../support/roots';
import { STAND_IN_KEYS, s3StandIn } from '../support/s3-stand-in';
import { testConfig, testServices } from '../support/services';

let database: TestDatabase;
let services: Services;
let ada: number;
let bob: number;

async function aPerson(email: string) {
  const [buyer] = await services.db('buyers').insert({ name: email, category: 'Other' }).returning('id');
  const [user] = await services
    .db('users')
    .insert({ email, status: 'provisional', buyer_id: Number(buyer?.id) })
    .returning('id');
  return Number(user?.id);
}

const onDisk = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lotwise-uploads-'));
  return { store: diskStore(testConfig(), dir), close: async () => undefined };
};

const inABucket = async () => {
  const { endpoint, close } = await s3StandIn('goods');
  const storage = { kind: 's3', bucket: 'goods', region: 'eu-central-1', endpoint } as const;
  return { store: s3Store(storage, STAND_IN_KEYS), close };
};

describe.each([
  ['on disk', onDisk],
  ['in a bucket', inABucket],
])('%s', (_where, open) => {
  let close: () => Promise<void>;
  beforeAll(async () => {
    database = await testDatabase();
    const opened = await open();
    close = opened.close;
    services = testServices(database.url, { store: opened.store, config: { root: productionBuild() } });
    ada = await aPerson('ada@example.com');
    bob = await aPerson('bob@example.com');
  });
  afterEach(() => services.db.raw('truncate graphile_worker._private_jobs'));
  afterAll(async () => {
    await close();
    await services.db.destroy();
    await database.drop();
  });

  const picture = (width = 60, height = 40) =>
    sharp({ create: { width, height, channels: 3, background: '#38a' } });

  async function upload(bytes: Buffer | string, owner = ada) {
    const { file_key } = await presignUpload(services, owner);
    await services.store.put(file_key, Buffer.from(bytes), 'application/octet-stream');
    return file_key;
  }

  const attach = (fileKey: string, owner = ada) =>
    services.transaction((tx) => attachImage(tx, services, owner, fileKey));

  const refusal = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => new Error('not refused'),
      (failure) => failure,
    );
    if (!(error instanceof HttpError)) throw error;
    return [error.status, (error.body.errors as string[])[0]];
  };

  const jobs = [resizeImage, discardUpload, deleteStaleUploads];
  const has = async (key: string) => (await services.store.head(key)) !== null;

  test('every kind of picture can be attached, and is there in both sizes', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
      const key = await attach(await upload(await picture().toFormat(format).toBuffer()));
      expect(isStoredKey(key)).toBe(true);
      await runDueJobs(services, jobs);
      expect(await has(sizeOf(key, 400))).toBe(true);
      expect(await has(sizeOf(key, 1200))).toBe(true);
    }
  });

  test('attaching again, also at once, answers the same and resizes once', async () => {
    const fileKey = await upload(await picture().png().toBuffer());
    const keys = await Promise.all([1, 2, 3].map(() => attach(fileKey)));
    expect(new Set([...keys, await attach(fileKey)]).size).toBe(1);
    const { rows } = await services.db.raw(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'resize-image'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('what was taken as a table is judged again as a picture, and a picture as a table', async () => {
    const asTable = (fileKey: string) =>
      services.transaction((tx) =>
        attachFile(tx, services, ada, fileKey, { belowBytes: 1_000, tooLarge: 'Too large for a table' }),
      );
    const table = await upload('UPC,Product Name');
    const kept = await asTable(table);
    expect(await refusal(attach(table))).toEqual([422, 'Choose a JPEG, PNG, WebP, GIF or AVIF image']);
    expect(await has(originalOf(kept))).toBe(true);
    const shown = await upload(await picture(600, 400).jpeg({ quality: 100 }).toBuffer());
    await attach(shown);
    expect(await refusal(asTable(shown))).toEqual([422, 'Too large for a table']);
  });

  test('a picture that came as another file first is there in both sizes', async () => {
    const fileKey = await upload(await picture().png().toBuffer());
    await services.transaction((tx) =>
      attachFile(tx, services, ada, fileKey, { belowBytes: 1_000_000, tooLarge: 'Too large' }),
    );
    const key = await attach(fileKey);
    await runDueJobs(services, jobs);
    expect([await has(sizeOf(key, 400)), await has(sizeOf(key, 1200))]).toEqual([true, true]);
  });

  test('what is written to the address afterwards changes nothing, and goes away', async () => {
    const png = await picture().png().toBuffer();
    const fileKey = await upload(png);
    const key = await attach(fileKey);
    await services.store.put(fileKey, Buffer.from('<script>'), 'text/html');
    expect(await services.store.head(originalOf(key))).toEqual({ bytes: png.length });
    await runDueJobs(services, jobs, new Date(Date.now() + 3_600_000));
    expect(await has(uploadOf(key))).toBe(false);
    expect(await has(originalOf(key))).toBe(true);
  });

  test.each([
    ['a page', '<html><body>hello, hello, hello</body></html>'],
    ['a drawing with scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a text', 'just some words that are no picture'],
    ['a TIFF', Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(100)])],
  ])('%s is no picture', async (_name, bytes) => {
    const fileKey = await upload(bytes);
    expect(await refusal(attach(fileKey))).toEqual([422, 'Choose a JPEG, PNG, WebP, GIF or AVIF image']);
    expect(await has(originalOf(storedKeyOf(fileKey)))).toBe(false);
  });

  test('a picture that only begins like one is refused', async () => {
    const [status, message] = await refusal(
      attach(await upload(Buffer.from(`GIF89a${'x'.repeat(3)}`.padEnd(40, '\0')))),
    );
    expect([status, message]).toEqual([422, "Choose another image: this one can't be read"]);
  });

  const tooLarge = "Choose a smaller image: this one takes more than 256 MB when it's opened";

  const frames = (count: number) =>
    sharp(
      Buffer.from(
        Array.from({ length: 16 * 16 * count * 3 }, (_, byte) => (Math.floor(byte / 768) * 97) % 256),
      ),
      {
        raw: { width: 16, height: 16 * count, channels: 3, pageHeight: 16 },
      },
    );

  test.each([
    ['more than 256 MB of 8 bits', () => picture(9_500, 9_500).png(), tooLarge],
    [
      'more than 256 MB of 16 bits, interlaced',
      () => picture(8_000, 8_000).toColourspace('rgb16').png({ progressive: true }),
      tooLarge,
    ],
    [
      'a side over 12,000 pixels',
      () => picture(12_001, 1).png(),
      'Choose an image up to 12,000 pixels on each side',
    ],
    [
      'an AVIF that takes six times its size',
      () => picture(5_800, 5_800).avif({ effort: 0, bitdepth: 8 }),
      'Choose a smaller AVIF image (up to 32 megapixels), or save it as a JPEG',
    ],
    [
      '101 frames of GIF',
      () => frames(101).gif({ keepDuplicateFrames: true }),
      'Choose an image with at most 100 frames',
    ],
    ['101 frames of WebP', () => frames(101).webp(), 'Choose an image with at most 100 frames'],
  ])(
    'is refused before it is decoded: %s',
    async (_name, make, message) => {
      const bomb = await make().toBuffer();
      expect(bomb.length).toBeLessThan(2_000_000);
      expect(await refusal(attach(await upload(bomb)))).toEqual([422, message]);
    },
    60_000,
  );

  test.each([
    ['12,000 pixels', () => picture(12_000, 10).png(), [1_200, 1]],
    ['64 megapixels of 8 bits', () => picture(8_000, 8_000).png(), [1_200, 1_200]],
    ['100 frames', () => frames(100).gif({ keepDuplicateFrames: true }), [16, 16]],
  ])(
    'is taken: %s',
    async (_name, make, [width, height]) => {
      const key = await attach(await upload(await make().toBuffer()));
      await runDueJobs(services, jobs);
      const found = await services.store.read(sizeOf(key, 1200));
      const shown = await sharp(found ? await bytesOf(found) : undefined).metadata();
      expect([shown.width, shown.height]).toEqual([width, height]);
    },
    60_000,
  );

  test('35 MB is too much', async () => {
    const fileKey = await upload(await picture().png().toBuffer());
    // Said rather than written, 35 MB of it.
    const store = { ...services.store, head: async () => ({ bytes: 36_700_160 }) };
    const attempt = services.transaction((tx) => attachImage(tx, { ...services, store }, ada, fileKey));
    expect(await refusal(attempt)).toEqual([422, 'Max file size: 35 MB']);
    expect(await has(originalOf(storedKeyOf(fileKey)))).toBe(false);
  });

  test('another user’s upload, a missing upload and an invented key are refused', async () => {
    const again = [422, 'Upload the file again'];
    expect(await refusal(attach(await upload('x', bob)))).toEqual(again);
    expect(await refusal(attach(newFileKey()))).toEqual(again);
    expect(await refusal(attach('../../etc/passwd'))).toEqual(again);
    const { file_key } = await presignUpload(services, ada);
    expect(await refusal(attach(file_key))).toEqual([422, "The file wasn't received. Upload it again"]);
  });

  test('a preview is for the one who uploaded', async () => {
    const fileKey = await upload('x');
    expect(await presignPreview(services, ada, fileKey)).toContain(fileKey);
    await expect(presignPreview(services, bob, fileKey)).rejects.toMatchObject({ status: 404 });
    const attached = await upload(await picture().png().toBuffer());
    await attach(attached);
    expect(await presignPreview(services, ada, attached)).toContain('/originals/');
  });

  test('a table of any kind can be kept, within its own limit', async () => {
    const keep = (fileKey: string) =>
      services.transaction((tx) =>
        attachFile(tx, services, ada, fileKey, { belowBytes: 10, tooLarge: 'File is too large.' }),
      );
    expect(await has(originalOf(await keep(await upload('a,b\n1,2'))))).toBe(true);
    expect(await refusal(keep(await upload('a,b\n1,2\n3,4')))).toEqual([422, 'File is too large.']);
  });

  test('what is not attached within a day is deleted, and nothing else', async () => {
    const [old, young] = [await upload('x'), await upload('y')];
    const oldButAttached = await upload(await picture().png().toBuffer());
    const kept = await attach(oldButAttached);
    await services
      .db('uploads')
      .whereIn('key', [old, oldButAttached])
      .update({ created_at: services.db.raw(`now() - interval '25 hours'`) });
    await deleteStaleUploads.work(services, {});
    expect([await has(old), await has(young), await has(originalOf(kept))]).toEqual([false, true, true]);
    expect(await services.db('uploads').where('key', old)).toEqual([]);
    expect(isFileKey(young)).toBe(true);
  });
});
