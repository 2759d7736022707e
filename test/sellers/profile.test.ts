import sharp from 'sharp';
import type { Person } from '../../server/accounts/policy';
import { createProduct, showProduct, updateProduct } from '../../server/products/contract';
import { currentSeller, showSeller, updateSeller } from '../../server/sellers/contract';
import { presign } from '../../server/uploads/contract';
import { Factory } from '../support/factories';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ root: productionBuild() }));

async function upload(who: Person, bytes?: Buffer) {
  const client = await factory.as(who);
  const { body } = await client.call(presign, {}, {});
  const picture =
    bytes ??
    (await sharp({ create: { width: 40, height: 40, channels: 3, background: '#135' } })
      .png()
      .toBuffer());
  await fetch(body.aws_url, {
    method: 'PUT',
    body: new Blob([new Uint8Array(picture)]),
    headers: { 'Content-Type': 'image/png' },
  });
  return body.file_key ?? '';
}

const save = async (who: Person, seller: object) =>
  (await factory.as(who)).call(updateSeller, {}, { seller });
const faults = (answer: { body: unknown }) =>
  (answer.body as { field_errors?: Record<string, string[]> }).field_errors;

const aNewSeller = () => factory.aSeller({ logo: null, description: '', status: 'password_created' });

test('a seller whose profile becomes complete is onboarded and publicly visible', async () => {
  const seller = await aNewSeller();
  const visitor = await factory.as(null);
  expect((await visitor.call(showSeller, { id: seller.seller_id })).status).toBe(404);
  const answer = await save(seller, { name: 'Kiln', description: 'Pots.', logo: await upload(seller) });
  expect(answer.body).toMatchObject({
    name: 'Kiln',
    description: 'Pots.',
    profile_complete: true,
    logo_url: expect.stringMatching(/^\/files\/.+-400\.webp$/),
  });
  expect((await visitor.call(showSeller, { id: seller.seller_id })).body).toMatchObject({ name: 'Kiln' });
  expect(await factory.db('users').where({ id: seller.id }).first('status')).toEqual({ status: 'onboarded' });
});

test('what is not sent stays, and pictures are sent back as they were read', async () => {
  const seller = await factory.aSeller({ description: 'Before.' });
  const read = (await (await factory.as(seller)).call(currentSeller, {})).body;
  const answer = await save(seller, { logo: read.logo, description: 'After.' });
  expect(answer.body).toMatchObject({ name: read.name, logo_url: read.logo_url, description: 'After.' });
});

test.each([
  ['no logo', { logo: '' }, { logo: ['Required'] }],
  ['no name', { name: ' ' }, { name: ['Required'] }],
  ['no description', { description: null }, { description: ['Required'] }],
  ['a long description', { description: 'x'.repeat(551) }, { description: ['Maximum 550 characters'] }],
  ['an address for a logo', { logo: 'https://a.example.com/1.png' }, { logo: ['Upload the file again'] }],
])('is refused: %s', async (_name, sent, expected) => {
  const seller = await factory.aSeller();
  const before = await factory.db('sellers').where({ id: seller.seller_id }).first();
  const answer = await save(seller, sent);
  expect([answer.status, faults(answer)]).toEqual([422, expected]);
  expect(await factory.db('sellers').where({ id: seller.seller_id }).first()).toEqual(before);
});

test('a description of 550 characters fits; a banner can be taken away', async () => {
  const seller = await factory.aSeller();
  const with550 = await save(seller, { description: 'é'.repeat(550), banner: await upload(seller) });
  expect(with550.body).toMatchObject({ description: 'é'.repeat(550), banner_url: expect.any(String) });
  expect((await save(seller, { banner: null })).body).toMatchObject({ banner: null, banner_url: null });
});

test('another’s upload, and what is no picture, are refused', async () => {
  const seller = await factory.aSeller();
  const stolen = await upload(await factory.aSeller());
  const fake = await upload(seller, Buffer.from('<svg onload="alert(1)"/>'));
  for (const logo of [stolen, fake]) {
    const answer = await save(seller, { logo });
    expect(answer.status).toBe(422);
    expect(faults(answer)?.logo).toHaveLength(1);
  }
});

test('a picture that takes too much memory is refused beside its field', async () => {
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#135' } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
  const message = "Choose a smaller image: this one takes more than 256 MB when it's opened";
  const product = { name: 'Pot', upc: '77712346', photo_1: await upload(seller, bomb) };
  for (const [answer, field] of [
    [await save(seller, { logo: await upload(seller, bomb) }), 'logo'],
    [await client.call(createProduct, {}, { product }), 'photo_1'],
  ] as const) {
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: [message], field_errors: { [field]: [message] } });
  }
});

test('only sellers have a profile to save', async () => {
  expect((await save(await factory.aBuyer(), { name: 'Mine' })).status).toBe(403);
  expect((await (await factory.as(null)).call(currentSeller, {})).status).toBe(401);
});

test('a product takes an uploaded photo, and keeps it through later steps', async () => {
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const key = await upload(seller);
  const { body } = await client.call(
    createProduct,
    {},
    {
      product: { name: 'Pot', upc: '77712345', photo_1: key },
    },
  );
  expect(body.photo_1).toMatch(/^\/files\/.+-1200\.webp$/);
  // The wizard may send the key again: it is the same picture.
  const again = await client.call(updateProduct, { id: body.id }, { product: { photo_1: key, sku: 'P-1' } });
  expect(again.body).toMatchObject({ photo_1: body.photo_1, sku: 'P-1' });
  expect((await client.call(showProduct, { id: body.id })).body.images).toEqual([body.photo_1]);
});
