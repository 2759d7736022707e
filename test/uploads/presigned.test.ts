import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { SellerInput } from '../../server/sellers/contract';
import { saveProfile } from '../../server/sellers/profile';
import { publicUrl } from '../../server/storage/keys';
import { presign } from '../../server/uploads/contract';
import { resizeImage } from '../../server/uploads/jobs';
import { attachImage } from '../../server/uploads/upload';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ root: productionBuild() });
const factory = new Factory(app);

test('a seller uploads and previews a picture; it is public once it is attached', async () => {
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const { body: upload } = await client.call(presign, {}, {});
  expect(upload).toEqual({
    aws_url: expect.stringContaining(app.origin),
    aws_headers: {},
    file_key: expect.stringMatching(/^uploads\//),
  });
  const png = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  // As a browser on the page does it: nothing but the address and the type.
  const put = await fetch(upload.aws_url, {
    method: 'PUT',
    body: new Blob([new Uint8Array(png)]),
    headers: { ...upload.aws_headers, 'Content-Type': 'image/png' },
  });
  expect(put.status).toBe(200);

  const preview = await client.call(presign, {}, { operation: 'get_object', key: upload.file_key });
  expect(Object.keys(preview.body)).toEqual(['aws_url']);
  expect((await fetch(preview.body.aws_url)).headers.get('content-type')).toBe('image/png');

  const key = await app.services.transaction((tx) =>
    attachImage(tx, app.services, seller.id, upload.file_key ?? ''),
  );
  const look = () => fetch(app.origin + publicUrl(key, 400));
  const [shown] = await Promise.all([look(), runDueJobs(app.services, [resizeImage])]);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect(shown.headers.get('cache-control')).toContain('immutable');
  expect(shown.headers.get('set-cookie')).toBeNull();
});

test('pictures are inspected before their transaction, which keeps the pool free', async () => {
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const upload = async () => {
    const { file_key } = (await client.call(presign, {}, {})).body;
    await app.services.store.put(file_key ?? '', png, 'image/png');
    return file_key ?? '';
  };
  const { pool } = app.services.db.client as { pool: { numUsed(): number } };
  const used: number[] = [];
  const inspectImage = async () => {
    await pause(200);
    used.push(pool.numUsed());
    return null;
  };
  const services = { ...app.services, inspectImage };
  const keys = await Promise.all(Array.from({ length: 24 }, upload));
  const save = (logo: string) => saveProfile(services, seller.seller_id, { logo } as SellerInput, seller);
  const saved = await Promise.all(keys.map(save));
  expect(new Set(saved.map(({ logo }) => logo)).has(null)).toBe(false);
  expect(used).toHaveLength(24);
  expect(Math.min(...used)).toBe(0);
  expect(await app.services.db('uploads').where({ user_id: seller.id, attached_at: null })).toEqual([]);
  // What the page sends again was attached before.
  await save(keys[0] ?? '');
  const bad = await upload();
  const refusing = { ...services, inspectImage: async () => 'Choose another picture' };
  await expect(
    saveProfile(refusing, seller.seller_id, { logo: bad } as SellerInput, seller),
  ).rejects.toMatchObject({ body: { field_errors: { logo: ['Choose another picture'] } } });
});

test('who came to localhost gets an address there, and it works', async () => {
  const localOrigin = app.origin.replace('127.0.0.1', 'localhost');
  const seller = await factory.aSeller();
  const { body: upload } = await (await new Factory({ ...app, origin: localOrigin }).as(seller)).call(
    presign,
    {},
    {},
  );
  expect(upload.aws_url).toContain(`${localOrigin}/storage/uploads/`);
  expect((await fetch(upload.aws_url, { method: 'PUT', body: 'x' })).status).toBe(200);
});

test('only sellers and staff may upload', async () => {
  const answers = await Promise.all(
    [factory.aSeller(), factory.staff(), factory.aBuyer(), factory.aSeller({ status: 'provisional' })].map(
      async (person) => (await (await factory.as(await person)).call(presign, {}, {})).status,
    ),
  );
  expect(answers).toEqual([200, 200, 403, 403]);
});

test('the preview of another user’s upload is refused', async () => {
  const [one, other] = [await factory.as(await factory.aSeller()), await factory.as(await factory.aSeller())];
  const { body: upload } = await one.call(presign, {}, {});
  const spied = await other.call(presign, {}, { operation: 'get_object', key: upload.file_key });
  expect(spied.status).toBe(404);
});

test('an unknown operation, or a preview of nothing, is refused', async () => {
  const client = await factory.as(await factory.aSeller());
  expect((await client.call(presign, {}, { operation: 'delete_object', key: 'x' })).status).toBe(422);
  expect((await client.call(presign, {}, { operation: 'get_object' })).status).toBe(422);
});

test('at most 600 upload addresses an hour', async () => {
  const [seller, other] = [await factory.aSeller(), await factory.aSeller()];
  await app.services.db.raw('insert into rate_limits (key, points, expire) values (?, 600, ?)', [
    `uploads:${seller.id}`,
    Date.now() + 3_600_000,
  ]);
  expect((await (await factory.as(seller)).call(presign, {}, {})).status).toBe(429);
  expect((await (await factory.as(other)).call(presign, {}, {})).status).toBe(200);
});
