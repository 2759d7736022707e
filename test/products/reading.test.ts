import type { Capability, Role } from '../../server/contract/capabilities';
import {
  productsForSeller,
  showProduct,
  similarProducts,
  updateProduct,
} from '../../server/products/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp());

describe('What of a product one may see', () => {
  test('wholesale prices: the owner and staff alone', async () => {
    const seller = await factory.aSeller();
    const { id } = await factory.aProduct({ seller });
    const seen = async (who: Parameters<Factory['as']>[0]) => {
      const client = await factory.as(who);
      const one = (await client.call(showProduct, { id })).text;
      const many = (await client.call(productsForSeller, { seller_id: seller.seller_id })).text;
      return [one.includes('wholesale'), many.includes('wholesale'), many.includes('provisional')];
    };
    expect(await seen(seller)).toEqual([true, true, true]);
    expect(await seen(await factory.staff())).toEqual([true, true, true]);
    for (const other of [null, await factory.aBuyer(), await factory.aSeller()])
      expect(await seen(other)).toEqual([false, false, false]);
  });

  test('what is not listed: the owner and staff alone', async () => {
    const seller = await factory.aSeller();
    const hidden = await factory.aProduct({ seller, provisional: true });
    const status = async (who: Parameters<Factory['as']>[0], id: number) =>
      (await (await factory.as(who)).call(showProduct, { id })).status;
    expect(await status(seller, hidden.id)).toBe(200);
    expect(await status(await factory.staff(), hidden.id)).toBe(200);
    for (const other of [null, await factory.aBuyer(), await factory.aSeller()]) {
      expect(await status(other, hidden.id)).toBe(404);
      expect(await status(other, 999_999)).toBe(404);
    }
  });

  test('of the own company: roles and API keys with products, no others', async () => {
    const seller = await factory.aSeller();
    const listed = await factory.aProduct({ seller });
    const hidden = await factory.aProduct({ seller, provisional: true });
    const seen = async (client: Client) => ({
      wholesale: (await client.call(showProduct, { id: listed.id })).text.includes('wholesale'),
      hidden: (await client.call(showProduct, { id: hidden.id })).status,
      count: (await client.call(productsForSeller, { seller_id: seller.seller_id })).body.count,
    });
    const member = async (role: Role) => factory.as(await factory.aMember(seller, role));
    const key = async (...capabilities: Capability[]) =>
      (await factory.aKey(seller, { capabilities })).client;
    for (const client of [await member('manager'), await key('products:read'), await key('products:write')])
      expect(await seen(client)).toEqual({ wholesale: true, hidden: 200, count: 2 });
    for (const client of [await member('warehouse'), await key('orders:read', 'orders:ship')])
      expect(await seen(client)).toEqual({ wholesale: false, hidden: 404, count: 1 });
  });

  test("a buyer's API key without offers: not whether they contain it", async () => {
    const buyer = await factory.aBuyer();
    const { product } = await factory.anOffer({ buyer, state: 'draft' });
    const place = async (...capabilities: Capability[]) => {
      const { client } = await factory.aKey(buyer, { capabilities });
      return (await client.call(showProduct, { id: product.id })).body.offer_state;
    };
    expect(await place('offers:read')).toBe('draft');
    expect(await place('orders:read')).toBeUndefined();
  });

  test('nothing of a suspended seller', async () => {
    const seller = await factory.aSeller();
    const { id } = await factory.aProduct({ seller });
    await factory.db('sellers').where({ id: seller.seller_id }).update({ suspended_at: new Date() });
    const visitor = await factory.as(null);
    expect((await visitor.call(showProduct, { id })).status).toBe(404);
    expect((await visitor.call(productsForSeller, { seller_id: seller.seller_id })).body).toEqual({
      products: [],
      count: 0,
    });
  });

  test('a buyer: the offers of theirs that contain it', async () => {
    const buyer = await factory.aBuyer();
    const place = async (id: number, who = buyer) =>
      (await (await factory.as(who)).call(showProduct, { id })).body.offer_state;
    for (const state of ['draft', 'saved_for_later', 'seller_review', 'buyer_review'] as const) {
      const { product } = await factory.anOffer({ buyer, state });
      expect(await place(product.id)).toBe(state);
      expect(await place(product.id, await factory.aBuyer())).toBeNull();
    }
    const { product } = await factory.anOffer({ buyer, state: 'accepted' });
    expect(await place(product.id)).toBeNull();
  });
});

describe('Lists of a seller', () => {
  test('similar products: the category first, then the others, never the product itself', async () => {
    const seller = await factory.aSeller();
    const mug = await factory.aProduct({ seller, category: 'home' });
    const bowl = await factory.aProduct({ seller, category: 'home' });
    const shirt = await factory.aProduct({ seller, category: 'apparel' });
    await factory.aProduct({ seller, provisional: true });
    await factory.aProduct();
    const client = await factory.as(null);
    const { body } = await client.call(similarProducts, { seller_id: seller.seller_id }, undefined, {
      product_id: mug.id,
    });
    expect(body.products.map(({ id }) => id)).toEqual([bowl.id, shirt.id]);
    expect(body.count).toBe(2);
  });

  test('are searched by name, where a percent sign is a percent sign', async () => {
    const seller = await factory.aSeller();
    const [cotton] = [
      await factory.aProduct({ seller, name: '100% Cotton' }),
      await factory.aProduct({ seller, name: '1000 Cottons' }),
    ];
    const client = await factory.as(seller);
    const { body } = await client.call(productsForSeller, { seller_id: seller.seller_id }, undefined, {
      search: { name: '100% c' },
    });
    expect(body).toMatchObject({ count: 1, products: [{ id: cotton.id, upc: cotton.upc }] });
  });
});

describe('The owner’s list', () => {
  test('can be narrowed by status, and counts each', async () => {
    const seller = await factory.aSeller();
    const live = await factory.aProduct({ seller });
    const sold = await factory.aProduct({ seller, units: 0n });
    const draft = await factory.aProduct({ seller, provisional: true });
    const client = await factory.as(seller);
    const list = async (query: object) =>
      (await client.call(productsForSeller, { seller_id: seller.seller_id }, undefined, query)).body;
    const ids = async (query: object) => (await list(query)).products.map(({ id }) => id);
    expect(await ids({})).toEqual([draft.id, sold.id, live.id]);
    expect(await ids({ status: 'provisional' })).toEqual([draft.id]);
    expect(await ids({ status: 'sold_out' })).toEqual([sold.id]);
    expect(await ids({ per: 1, page: 2 })).toEqual([sold.id]);
    expect(await list({ per: 2, page: 9 })).toMatchObject({ products: [], count: 3 });
    expect(await list({ per: 1 })).toMatchObject({
      count: 3,
      status_counts: { live: 1, provisional: 1, sold_out: 1 },
    });
  });
});

describe('Writing', () => {
  test('is for the owner and staff, whose edits are kept in the audit', async () => {
    const seller = await factory.aSeller();
    const { id } = await factory.aProduct({ seller, name: 'Before' });
    const status = async (who: Parameters<Factory['as']>[0]) =>
      (await (await factory.as(who)).call(updateProduct, { id }, { product: { name: 'After' } })).status;
    expect(await status(await factory.aSeller())).toBe(404);
    expect(await status(await factory.aBuyer())).toBe(403);
    expect(await status(seller)).toBe(200);
    const staff = await factory.staff();
    const client = await factory.as(staff);
    await client.call(updateProduct, { id }, { product: { name: 'By staff', units: 12 } });
    expect(await factory.db('audit_log').where({ subject_type: 'product', subject_id: id })).toMatchObject([
      {
        actor_id: staff.id,
        action: 'update_product',
        before: { name: 'After', units: 100 },
        after: { name: 'By staff', units: 12 },
      },
    ]);
  });
});
