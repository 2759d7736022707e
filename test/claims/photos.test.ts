import sharp from 'sharp';
import * as calls from '../../server/claims/contract';
import { resizeClaimPhoto } from '../../server/claims/photos';
import { presign } from '../../server/uploads/contract';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';
import { claimsHarness } from './claims-harness';

const app = useTestApp({ root: productionBuild(), rateLimits: false });
const factory = new Factory(app);
const { anOrderIn, open, anOpenClaim, upload } = claimsHarness(factory);
const work = () => runDueJobs(app.services, [resizeClaimPhoto]);

async function claimWithPhoto() {
  const order = await anOrderIn('received');
  const fileKey = await upload(order.buyerClient, order.id);
  const { status, body } = await open(order, { reason: 'damaged', photos: [fileKey] });
  expect(status).toBe(201);
  return { order, claim: body.claim, fileKey };
}

test('a photo appears to both parties and staff once the worker has made it, for five minutes', async () => {
  const { order, claim, fileKey } = await claimWithPhoto();
  expect(claim).toMatchObject({ photos: [], photos_pending: 1 });
  await work();
  for (const client of [order.buyerClient, order.sellerClient, order.staffClient]) {
    const { body } = await client.call(calls.showClaim, { id: claim.id });
    expect(body.claim).toMatchObject({ photos: [expect.any(String)], photos_pending: 0 });
    const url = new URL(body.claim.photos[0] ?? '');
    const seconds = Number(url.searchParams.get('expires')) - Date.now() / 1_000;
    expect(seconds).toBeGreaterThan(240);
    expect(seconds).toBeLessThanOrEqual(301);
    const picture = await fetch(url);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    const { exif, width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect([exif, width]).toEqual([undefined, 900]);
    url.searchParams.set('expires', String(Math.floor(Date.now() / 1_000) + 9_999));
    expect((await fetch(url)).status).toBe(403);
  }
  const name = fileKey.replace('uploads/', '');
  expect((await fetch(`${app.origin}/files/${name}-400.webp`)).status).toBe(404);
  expect((await fetch(`${app.origin}/files/${name}-1200.webp`)).status).toBe(404);
});

test('photos of a message: of the seller too', async () => {
  const { order, claim } = await anOpenClaim();
  const fileKey = await upload(order.sellerClient, order.id);
  const sent = await order.sellerClient.call(
    calls.sendClaimMessage,
    { id: claim.id },
    { body: 'This is how it was packed.', photos: [fileKey] },
  );
  expect(sent.status).toBe(201);
  await work();
  const { body } = await order.buyerClient.call(calls.showClaim, { id: claim.id });
  expect(body.claim.messages).toMatchObject([{ author: 'seller', photos: [expect.any(String)] }]);
});

test('what is no picture is refused; what cannot be read never appears', async () => {
  const order = await anOrderIn('received');
  const noPicture = await upload(order.buyerClient, order.id, Buffer.from('not a picture'));
  const refused = await open(order, { reason: 'damaged', photos: [noPicture] });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { errors: ['Choose a JPEG, PNG, WebP, GIF or AVIF image'], code: 'invalid' },
  ]);
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1]);
  const broken = await upload(order.buyerClient, order.id, Buffer.concat([start, Buffer.alloc(500)]));
  const { body } = await open(order, { reason: 'damaged', photos: [broken] });
  await work();
  const shown = await order.sellerClient.call(calls.showClaim, { id: body.claim.id });
  expect(shown.body.claim).toMatchObject({ photos: [], photos_pending: 0 });
});

test('a photo is its uploader’s own, and eight at most', async () => {
  const [order, other] = [await anOrderIn('received'), await anOrderIn('received')];
  const foreign = await upload(other.buyerClient, other.id);
  expect((await open(order, { reason: 'damaged', photos: [foreign] })).body).toMatchObject({
    errors: ['Upload the file again'],
  });
  const nine = Array.from({ length: 9 }, (_, index) => `uploads/${index}`);
  expect((await open(order, { reason: 'damaged', photos: nine })).body).toMatchObject({
    errors: ['Add at most 8 photos'],
  });
});

test('buyers upload for an order that may be claimed, nothing else', async () => {
  const [received, late, unshipped] = [
    await anOrderIn('received'),
    await anOrderIn('received', { daysAgo: 8 }),
    await anOrderIn('awaiting_shipment'),
  ];
  const ask = async ({ buyerClient }: typeof received, body: object) =>
    (await buyerClient.call(presign, {}, body)).status;
  expect(await ask(received, { purpose: 'claim', purchase_order_id: received.id })).toBe(200);
  expect(await ask(received, {})).toBe(403);
  expect(await ask(received, { purpose: 'claim' })).toBe(403);
  expect(await ask(received, { purpose: 'claim', purchase_order_id: late.id })).toBe(403);
  expect(await ask(late, { purpose: 'claim', purchase_order_id: late.id })).toBe(403);
  expect(await ask(unshipped, { purpose: 'claim', purchase_order_id: unshipped.id })).toBe(403);
});
