import type { Seller } from '../../../server/accounts/policy';
import { cents } from '../../../server/contract/money';
import { NOT_THERE } from '../../../server/products/bulk/results';
import { productsForSeller } from '../../../server/products/contract';
import { changeProducts } from '../../../server/products/manage/contract';
import type { Client } from '../../support/client';
import { Factory } from '../../support/factories';
import { useTestApp } from '../../support/test-app';

const factory = new Factory(useTestApp());
let seller: Seller;
let client: Client;

beforeEach(async () => {
  seller = await factory.aSeller();
  client = await factory.as(seller);
});

const change = (body: object, as = client) => as.call(changeProducts, {}, body);
const stored = (id: number) => factory.db('products').where({ id }).first();
const movements = (id: number) =>
  factory.db('stock_movements').where({ product_id: id }).orderBy('id').select('units', 'reason');

describe('Changing many products', () => {
  test('keeps units at the minimum order at least', async () => {
    const free = await factory.aProduct({ seller, units: 100n });
    const bound = await factory.aProduct({ seller, units: 100n, min_order_units: 5n, name: 'By the dozen' });
    const { body } = await change({ ids: [free.id, bound.id], change: { units: 3 } });
    expect(body).toMatchObject({
      changed: 1,
      refused: [{ id: bound.id, name: 'By the dozen', message: 'Enter at least the minimum order, 5 units' }],
    });
    expect([(await stored(free.id))?.units, (await stored(bound.id))?.units]).toEqual([3n, 100n]);
  });

  test('changes what can be, and says of the rest by name why not', async () => {
    const good = await factory.aProduct({ seller, msrp_cents: cents(2_000), seller_price_cents: cents(500) });
    const same = await factory.aProduct({ seller, msrp_cents: cents(2_000), seller_price_cents: cents(900) });
    const dear = await factory.aProduct({
      seller,
      name: 'Cheap cup',
      msrp_cents: cents(800),
      seller_price_cents: cents(700),
    });
    const { body } = await change({
      ids: [dear.id, good.id, same.id, good.id],
      change: { seller_price_cents: 900 },
    });
    expect(body).toEqual({
      changed: 1,
      unchanged: 1,
      refused_count: 1,
      refused: [{ id: dear.id, name: 'Cheap cup', message: 'Must be less than or equal to Unit MSRP' }],
      undo: expect.any(Number),
    });
    expect(await stored(good.id)).toMatchObject({
      seller_price_cents: 900,
      percent_off_msrp: 55,
      version: good.version + 1,
    });
    expect(await stored(same.id)).toMatchObject({ version: same.version });
    expect(await stored(dear.id)).toMatchObject({ seller_price_cents: 700 });
  });

  test('does not know of another seller’s, nor of what is deleted', async () => {
    const other = await factory.aProduct({ seller: await factory.aSeller(), name: 'Secret' });
    const deleted = await factory.aProduct({ seller, deleted_at: new Date() });
    const answer = await change({ ids: [other.id, deleted.id, 2_000_000_000], change: { units: 7 } });
    expect(answer.body).toMatchObject({ changed: 0, refused_count: 3 });
    expect(new Set(answer.body.refused.map(({ name, message }) => `${name}|${message}`))).toEqual(
      new Set([`|${NOT_THERE}`]),
    );
    expect(await stored(other.id)).toMatchObject({ units: other.units, version: other.version });
  });

  test('writes every unit into the ledger, exactly', async () => {
    const some = await factory.aProduct({ seller, units: 120n });
    const none = await factory.aProduct({ seller, units: null });
    const before = await movements(some.id);
    const { body } = await change({ ids: [some.id, none.id], change: { units: 9_000_000_000_000_000_000n } });
    expect(body.changed).toBe(2);
    expect((await movements(some.id)).slice(before.length)).toEqual([
      { units: 8_999_999_999_999_999_880n, reason: 'edit' },
    ]);
    expect(await movements(none.id)).toEqual([{ units: 9_000_000_000_000_000_000n, reason: 'initial' }]);
    // Again: nothing moves.
    expect(
      (await change({ ids: [some.id], change: { units: 9_000_000_000_000_000_000n } })).body,
    ).toMatchObject({
      changed: 0,
      unchanged: 1,
    });
    expect(await movements(some.id)).toHaveLength(before.length + 1);
  });

  test('publishes what lacked nothing but that', async () => {
    const waiting = await factory.aProduct({
      seller,
      provisional: true,
      units: null,
      provisional_errors: { units: 'Units must be greater than 0' },
    });
    await change({ ids: [waiting.id], change: { units: 5 } });
    expect(await stored(waiting.id)).toMatchObject({ provisional: false, provisional_errors: {}, units: 5n });
  });

  test('deletes what nothing holds on to; twice is once', async () => {
    const free = await factory.aProduct({ seller, upc: '12345678' });
    const held = await factory.aProduct({ seller, name: 'Lamp on offer' });
    await factory.anOffer({ seller, lines: [{ product: held }] });
    const ids = [free.id, held.id];
    const held_message = {
      id: held.id,
      name: 'Lamp on offer',
      message: "This product is in an open offer or order, so it can't be deleted",
    };
    expect((await change({ ids, change: { delete: true } })).body).toEqual({
      changed: 1,
      unchanged: 0,
      refused_count: 1,
      refused: [held_message],
      undo: null,
    });
    expect((await change({ ids, change: { delete: true } })).body).toMatchObject({
      changed: 0,
      refused_count: 2,
    });
    // Its UPC is free again.
    await factory.aProduct({ seller, upc: '12345678' });
  });

  test('of a whole search needs the number that was seen', async () => {
    const lamps = [];
    for (let n = 0; n < 3; n++) lamps.push(await factory.aProduct({ seller, name: `Lamp ${n}` }));
    const mug = await factory.aProduct({ seller, name: 'Mug' });
    await factory.aProduct({ seller: await factory.aSeller(), name: 'Lamp of another' });
    const all = (count: number) => change({ all: { name: 'lamp', count }, change: { units: 77 } });
    const stale = await all(2);
    expect([stale.status, stale.text]).toEqual([
      409,
      expect.stringContaining('Your selection changed to 3 products'),
    ]);
    expect(await stored(lamps[0]?.id ?? 0)).toMatchObject({ units: lamps[0]?.units });
    expect((await all(3)).body).toMatchObject({ changed: 3, refused_count: 0 });
    expect(await stored(mug.id)).toMatchObject({ units: mug.units });
    const sold = await factory.aProduct({ seller, units: 0n });
    const { body } = await change({ all: { status: 'sold_out', count: 1 }, change: { units: 6 } });
    expect(body.changed).toBe(1);
    expect(await stored(sold.id)).toMatchObject({ units: 6n });
  });

  test('at once from two windows ends as one of them, and the ledger adds up', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push((await factory.aProduct({ seller, units: 10n })).id);
    const answers = await Promise.all(
      [30, 40, 30, 40].map((units, n) => change({ ids: n % 2 ? ids : ids.toReversed(), change: { units } })),
    );
    expect(answers.map(({ status, body }) => [status, body.changed + body.unchanged])).toEqual(
      answers.map(() => [200, 12]),
    );
    const units = await factory.db('products').whereIn('id', ids).pluck('units');
    expect([...new Set(units)]).toHaveLength(1);
    const { rows } = await factory.db.raw<{ rows: { off: bigint }[] }>(
      `select products.units - sum(stock_movements.units) as off
         from products join stock_movements on product_id = products.id
        where products.id = any(?) group by products.id`,
      [ids],
    );
    expect(rows.map(({ off }) => Number(off))).toEqual(ids.map(() => 0));
  });

  test.each([
    ['no products', { change: { units: 5 } }],
    ['both some and all', { ids: [1], all: { count: 1 }, change: { units: 5 } }],
    ['nothing to change', { ids: [1], change: {} }],
    ['two things to change', { ids: [1], change: { units: 5, delete: true } }],
    ['no units', { ids: [1], change: { units: 0 } }],
    ['too many units', { ids: [1], change: { units: 9_000_000_000_000_000_001n } }],
    ['no price', { ids: [1], change: { seller_price_cents: 0 } }],
    ['no deletion', { ids: [1], change: { delete: false } }],
    ['too many ids', { ids: Array.from({ length: 1_001 }, (_id, n) => n + 1), change: { units: 5 } }],
    ['a foreign status', { all: { status: 'x', count: 1 }, change: { units: 5 } }],
  ])('refuses %s', async (_name, body) => {
    expect((await change(body)).status).toBe(422);
  });

  test('is for sellers alone', async () => {
    const body = { ids: [1], change: { units: 5 } };
    expect((await change(body, await factory.as(await factory.aBuyer()))).status).toBe(403);
  });
});

test('the owner’s list is sorted as they say, what is not known last', async () => {
  const cheap = await factory.aProduct({ seller, name: 'b', seller_price_cents: cents(100), units: 9n });
  const dear = await factory.aProduct({ seller, name: 'C', seller_price_cents: cents(900), units: null });
  const draft = await factory.aProduct({
    seller,
    name: 'a',
    provisional: true,
    seller_price_cents: null,
    units: 3n,
  });
  const sorted = async (sort: string) =>
    (
      await client.call(productsForSeller, { seller_id: seller.seller_id }, undefined, { sort })
    ).body.products?.map(({ id }) => id);
  expect(await sorted('name')).toEqual([draft.id, cheap.id, dear.id]);
  expect(await sorted('oldest')).toEqual([cheap.id, dear.id, draft.id]);
  expect(await sorted('price_low')).toEqual([cheap.id, dear.id, draft.id]);
  expect(await sorted('price_high')).toEqual([dear.id, cheap.id, draft.id]);
  expect(await sorted('units_low')).toEqual([draft.id, cheap.id, dear.id]);
  expect(await sorted('units_high')).toEqual([cheap.id, draft.id, dear.id]);
  expect(await sorted('random()')).toBeUndefined();
});
