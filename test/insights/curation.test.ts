import { cents } from '../../server/contract/money';
import { createReleaseNote, listReleaseNotes } from '../../server/notices/contract';
import { searchProductsCall } from '../../server/products/contract';
import {
  addToTag,
  createCuratedProduct,
  curatedProducts,
  orderTag,
  removeFromTag,
  taggedProducts,
  topSellersCall,
} from '../../server/products/tags/contract';
import { createSeller, inviteSeller, listSellers, updateCuratedSeller } from '../../server/sellers/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
let staff: Client;

beforeAll(async () => {
  staff = await factory.as(await factory.staff({ email: 'staff@example.com' }));
});

const audited = (action: string) => factory.db('audit_log').where({ action }).orderBy('id', 'desc').first();

test('top sellers: adding twice is once, ignoring case, and removable', async () => {
  const [one, two] = [await factory.aProduct(), await factory.aProduct()];
  for (const product of [one, two, one])
    expect((await staff.call(addToTag, {}, { product_id: product.id, tag_name: 'Top Sellers' })).status).toBe(
      200,
    );
  const { body } = await staff.call(topSellersCall, {});
  expect(body.products.map(({ id }) => id)).toEqual([one.id, two.id]);
  expect(body.products[0]).toMatchObject({ name: one.name, photo_1_url: expect.stringContaining('/demo/') });
  expect(await audited('add_to_tag')).toMatchObject({ actor: 'staff@example.com', subject_id: two.id });
  const removed = await staff.call(removeFromTag, {}, { product_id: one.id, tag_name: 'top sellers' });
  expect(removed.body.products.map(({ id }) => id)).toEqual([two.id]);
  expect((await staff.call(addToTag, {}, { product_id: 999_999, tag_name: 'Top Sellers' })).status).toBe(404);
  expect((await staff.call(addToTag, {}, { product_id: one.id, tag_name: ' ' })).status).toBe(422);
});

test('top sellers stand in the order that staff give them; what is not named comes after', async () => {
  const products = [await factory.aProduct(), await factory.aProduct(), await factory.aProduct()];
  const [one, two, three] = products.map(({ id }) => id) as [number, number, number];
  for (const id of [one, two, three])
    await staff.call(addToTag, {}, { product_id: id, tag_name: 'Arranged' });
  const order = async (ids: number[]) => {
    const { body } = await staff.call(orderTag, { name: 'arranged' }, { product_ids: ids });
    return body.products.map(({ id }) => id);
  };
  expect(await order([three, 999_999, one])).toEqual([three, one, two]);
  expect(await order([two])).toEqual([two, three, one]);
  expect(await audited('arrange_tag')).toMatchObject({ after: { tag: 'arranged', product_ids: [two] } });
});

test('tags and release notes come in pages, as every list for staff', async () => {
  const products = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await factory.aProduct();
    products.push(id);
    await staff.call(addToTag, {}, { product_id: id, tag_name: 'Paged' });
    const note = { body: `Note ${n}`, buyer: true, seller: false };
    await staff.call(createReleaseNote, {}, { release_notes: note });
  }
  await factory
    .db('products')
    .where({ id: products.pop() ?? 0 })
    .update({ deleted_at: new Date() });
  const [, second] = products;
  const tagged = await staff.call(taggedProducts, { name: 'paged' }, undefined, { page: 2, per: 1 });
  expect([tagged.body.products.map(({ id }) => id), tagged.headers.get('X-Total-Count')]).toEqual([
    [second],
    '2',
  ]);
  const notes = await staff.call(listReleaseNotes, {}, undefined, { page: 2, per: 2 });
  expect([notes.body.release_notes.map(({ body }) => body), notes.headers.get('X-Total-Count')]).toEqual([
    ['Note 0'],
    '3',
  ]);
  const top = await staff.call(topSellersCall, {}, undefined, { per: 1_001 });
  expect(top.status).toBe(422);
});

test('a product put into a category is found there by buyers', async () => {
  const product = await factory.aProduct({ category: 'toys' });
  const found = async () => {
    const { body } = await staff.call(searchProductsCall, {}, { search: { tags: ['Beauty'] } });
    return body.products.map(({ id }) => id);
  };
  expect(await found()).toEqual([]);
  await staff.call(addToTag, {}, { product_id: product.id, tag_name: 'Beauty' });
  expect(await found()).toEqual([product.id]);
  const tagged = await staff.call(taggedProducts, { name: 'beauty' });
  expect(tagged.body.products.map(({ id }) => id)).toEqual([product.id]);
  await staff.call(removeFromTag, {}, { product_id: product.id, tag_name: 'Beauty' });
  expect(await found()).toEqual([]);
});

test('an applicant who waits for us is not invited', async () => {
  const [pending, denied, invited] = [
    await factory.aSeller({ status: 'provisional' }),
    await factory.aSeller({ status: 'denied' }),
    await factory.aSeller({ status: 'approved' }),
  ];
  await factory.db('users').where({ id: invited.id }).update({ password_digest: null });
  const listed = async ({ email }: { email: string }) => {
    const { seller_id } = (await factory.db('users').where({ email }).first('seller_id')) ?? {};
    const { name } = (await factory
      .db('sellers')
      .where({ id: seller_id ?? 0 })
      .first('name')) ?? { name: '' };
    const { body } = await staff.call(listSellers, {}, undefined, { query: name });
    return body.sellers.map((seller) => [seller.invited, seller.user_status]);
  };
  expect(await listed(pending)).toEqual([[false, 'provisional']]);
  expect(await listed(denied)).toEqual([[false, 'denied']]);
  expect(await listed(invited)).toEqual([[true, 'approved']]);
});

test('staff make a seller, correct it, and every change is on record', async () => {
  const made = await staff.call(createSeller, {}, { seller: { name: 'Northlark' } });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'Northlark', user_id: null, invited: false, products_count: 0 });
  const { id } = made.body;
  const changed = await staff.call(
    updateCuratedSeller,
    { id },
    {
      seller: {
        tiktok_handle: '@northlark',
        tiktok_count: '500K+',
        instagram_count: '',
        description: 'Boots.',
      },
    },
  );
  expect(changed.body).toMatchObject({
    name: 'Northlark',
    description: 'Boots.',
    tiktok_count: '500K+',
    instagram_count: null,
  });
  expect(await audited('update_seller')).toMatchObject({
    actor: 'staff@example.com',
    subject_id: id,
    before: { description: '', tiktok_count: null },
    after: { description: 'Boots.', tiktok_count: '500K+' },
  });
  const refused = [
    { name: '' },
    { name: null },
    { tiktok_count: '2M' },
    { description: 'x'.repeat(551) },
    { logo: 'nonsense' },
  ];
  for (const seller of refused)
    expect((await staff.call(updateCuratedSeller, { id }, { seller })).status).toBe(422);
  expect((await staff.call(createSeller, {}, { seller: { description: 'Nameless' } })).status).toBe(422);
  expect((await staff.call(updateCuratedSeller, { id: 999_999 }, { seller: { name: 'x' } })).status).toBe(
    404,
  );
  const listed = await staff.call(listSellers, {}, undefined, { query: 'northl' });
  expect(listed.body.sellers.map((seller) => seller.id)).toEqual([id]);
  expect(listed.headers.get('X-Total-Count')).toBe('1');
});

test('an invitation makes one account, and one link that holds', async () => {
  const { body: seller } = await staff.call(createSeller, {}, { seller: { name: 'Inviting' } });
  const invite = (email: string) => staff.call(inviteSeller, { id: seller.id }, { email });
  expect((await invite('not an address')).status).toBe(422);
  const answers = await Promise.all([invite('Joan@Example.com'), invite('joan@example.com')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body).toMatchObject({ user_email: 'joan@example.com', invited: true });
  expect(await factory.db('users').where({ seller_id: seller.id })).toHaveLength(1);
  const mails = await factory.db('mails').where({ recipient: 'joan@example.com' }).orderBy('id');
  const links = mails.map(({ text }) => /magic\/sign_in\/([\w-]+)/.exec(text)?.[1] ?? '');
  expect(links).toHaveLength(2);
  const visitor = await factory.as(null);
  const tries = [];
  for (const magic_sauce of links)
    tries.push((await visitor.request('GET', '/magic_sign_in', { query: { magic_sauce } })).status);
  expect(tries).toHaveLength(2);
  expect(tries.filter((status) => status === 200)).toHaveLength(1);
  expect((await invite('somebody@example.com')).status).toBe(409);
  const buyer = await factory.aBuyer();
  const other = await staff.call(createSeller, {}, { seller: { name: 'Another' } });
  expect((await staff.call(inviteSeller, { id: other.body.id }, { email: buyer.email })).status).toBe(409);
});

test('an invitation that went to a wrong address is taken back by the next one', async () => {
  const { body: seller } = await staff.call(createSeller, {}, { seller: { name: 'Mistyped' } });
  const invite = (email: string) => staff.call(inviteSeller, { id: seller.id }, { email });
  const follow = async (email: string) => {
    const mail = await factory.db('mails').where({ recipient: email }).first('text');
    const magic_sauce = /magic\/sign_in\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const visitor = await factory.as(null);
    return (await visitor.request('GET', '/magic_sign_in', { query: { magic_sauce } })).status;
  };
  await invite('jaon@example.com');
  expect((await invite('jane@example.com')).body).toMatchObject({ user_email: 'jane@example.com' });
  expect(await factory.db('users').where({ seller_id: seller.id })).toHaveLength(1);
  expect([await follow('jaon@example.com'), await follow('jane@example.com')]).toEqual([401, 200]);
  expect((await invite('jaon@example.com')).status).toBe(409);
});

test('staff make a product for a seller: prices in cents, units to the digit', async () => {
  const seller = await factory.aSeller();
  const product = {
    name: 'Ladder',
    upc: '036000291452',
    msrp_cents: 2_000,
    wholesale_cents: 1_200,
    seller_price_cents: 450,
    units: 9_000_000_000_000_000_000n,
    category: 'home',
    photo_1: 'https://example.com/ladder.jpg',
  };
  const made = await staff.call(createCuratedProduct, { id: seller.seller_id }, { product });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    seller_id: seller.seller_id,
    seller_price_cents: cents(450),
    units: 9_000_000_000_000_000_000n,
    provisional: false,
    category: 'home',
  });
  expect(await audited('create_product')).toMatchObject({ subject_id: made.body.id });
  const again = await staff.call(createCuratedProduct, { id: seller.seller_id }, { product });
  expect(again.status).toBe(422);
  expect(again.text).toContain('UPC is already taken');
  const list = await staff.call(curatedProducts, { id: seller.seller_id });
  expect(list.body.products.map(({ id }) => id)).toEqual([made.body.id]);
  expect((await staff.call(curatedProducts, { id: 999_999 })).status).toBe(404);
});
