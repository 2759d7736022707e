import type { Seller } from '../../server/accounts/policy';
import { conditionLabels, readCondition } from '../../server/contract/product-conditions';
import { readHeadings } from '../../server/imports/parsing/header-mapping';
import { readCell } from '../../server/imports/parsing/values';
import { problem, textOf } from '../../server/imports/problem-texts';
import { templateColumns } from '../../server/imports/rules';
import { searchProductsCall, showProduct, updateProduct } from '../../server/products/contract';
import { changeProducts } from '../../server/products/manage/contract';
import { ADDRESS } from '../shipping/orders-to-ship';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);
let seller: Seller;
let client: Client;

beforeEach(async () => {
  seller = await factory.aSeller();
  client = await factory.as(seller);
});

async function aLocation(fields: { region: string; country?: 'CA'; is_default?: boolean }) {
  const [address] = await factory
    .db('addresses')
    .insert({ ...ADDRESS, seller_id: seller.seller_id, ...fields })
    .returning('id');
  return address?.id ?? 0;
}

const save = (id: number, product: object) => client.call(updateProduct, { id }, { product });
const stored = async (id: number) =>
  (await factory.db('products').where({ id }).first('condition'))?.condition;

describe("A product's condition", () => {
  test.each([
    ['returns', 'returns'],
    ['Customer returns', 'returns'],
    ['OPEN BOX', 'open_box'],
    ['', null],
    [null, null],
  ])('%o is stored as %o', async (given, condition) => {
    const { id } = await factory.aProduct({ seller, condition: 'mixed' });
    const { status, body } = await save(id, { condition: given });
    expect([status, body.condition, await stored(id)]).toEqual([200, condition, condition]);
  });

  test('stays where a body does not name it, and is refused where unknown', async () => {
    const { id } = await factory.aProduct({ seller, condition: 'damaged' });
    await save(id, { gender: 'f' });
    expect(await stored(id)).toBe('damaged');
    expect(await save(id, { condition: 'like new' })).toMatchObject({
      status: 422,
      body: { field_errors: { condition: ['Choose a condition'] } },
    });
  });

  test('changes for many at once, the same ones apart', async () => {
    const [one, other] = [
      await factory.aProduct({ seller }),
      await factory.aProduct({ seller, condition: 'new' }),
    ];
    const answer = await client.call(
      changeProducts,
      {},
      { ids: [one.id, other.id], change: { condition: 'new' } },
    );
    expect(answer.body).toMatchObject({ changed: 1, unchanged: 1, refused_count: 0, undo: null });
    expect([await stored(one.id), await stored(other.id)]).toEqual(['new', 'new']);
    expect(
      (await client.call(changeProducts, {}, { ids: [one.id], change: { condition: 'worn' } })).status,
    ).toBe(422);
  });

  test('is read in a file beside the template', () => {
    expect(readHeadings([...templateColumns.map(({ heading }) => heading), 'Condition']).mapping.at(-1)).toBe(
      'condition',
    );
    for (const [condition, label] of Object.entries(conditionLabels)) {
      expect(readCell('condition', label)).toEqual({ value: condition });
      expect(readCondition(condition)).toBe(condition);
    }
    expect(readCell('condition', 'used')).toEqual({ problem: problem('not_condition') });
    expect(textOf(problem('not_condition'))).toContain('Enter New, Open box');
  });
});

describe('Where a product ships from', () => {
  const state = async (id: number) => (await client.call(showProduct, { id })).body.ship_from_state;
  const onCard = async (id: number) => {
    const { body } = await client.call(searchProductsCall, {}, { search: { seller_id: seller.seller_id } });
    return body.products.find((card) => card.id === id);
  };

  test("is its own location, else the seller's default, else unknown", async () => {
    const product = await factory.aProduct({ seller, condition: 'shelf_pull' });
    expect(await state(product.id)).toBeNull();
    await aLocation({ region: 'TX', is_default: true });
    expect(await state(product.id)).toBe('TX');
    const own = await aLocation({ region: 'ON', country: 'CA' });
    await save(product.id, { location_id: own });
    expect(await state(product.id)).toBe('ON');
    expect(await onCard(product.id)).toMatchObject({
      condition: 'shelf_pull',
      ship_from_state: 'ON',
      order_multiple: 1n,
    });
    await factory.db('addresses').where({ id: own }).update({ region: 'QC' });
    expect(await onCard(product.id)).toMatchObject({ ship_from_state: 'QC' });
    await factory.db('addresses').where({ id: own }).update({ deleted_at: new Date() });
    expect([await state(product.id), (await onCard(product.id))?.ship_from_state]).toEqual(['TX', 'TX']);
  });

  test('stays on the lines of an order', async () => {
    await aLocation({ region: 'TX', is_default: true });
    const product = await factory.aProduct({ seller, condition: 'open_box' });
    const order = await factory.anOrder({ seller, lines: [{ product }] });
    await factory.db('addresses').where({ seller_id: seller.seller_id }).update({ region: 'OH' });
    await save(product.id, { condition: 'new' });
    const line = await factory.db('purchase_order_products').where({ purchase_order_id: order.id }).first();
    expect(line).toMatchObject({ condition: 'open_box', ship_from_state: 'TX' });
  });
});
