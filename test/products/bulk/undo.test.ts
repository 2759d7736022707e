import type { Seller } from '../../../server/accounts/policy';
import { cents } from '../../../server/contract/money';
import { NOT_THERE } from '../../../server/products/bulk/results';
import {
  CHANGED_SINCE,
  pruneChanges,
  STAYS_PUBLISHED,
  TAKEN_BACK_ALREADY,
} from '../../../server/products/bulk/undo';
import { updateProduct } from '../../../server/products/contract';
import { changeProducts, undoChange } from '../../../server/products/manage/contract';
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

const stored = (id: number) => factory.db('products').where({ id }).first();
const undo = (id: number, as = client) => as.call(undoChange, { id });

/** Changes these, and answers what takes it back. */
async function changed(ids: number[], change: object): Promise<number> {
  const { body } = await client.call(changeProducts, {}, { ids, change });
  if (!body.undo) throw new Error(`Nothing to take back: ${JSON.stringify(body)}`);
  return body.undo;
}

const imbalance = async (id: number) => {
  const { rows } = await factory.db.raw<{ rows: { off: bigint | null }[] }>(
    `select coalesce(products.units, 0) - sum(stock_movements.units) as off
       from products join stock_movements on product_id = products.id
      where products.id = ? group by products.id`,
    [id],
  );
  return Number(rows[0]?.off);
};

describe('Taking a change of many back', () => {
  test('gives every product the price that it had, not one price', async () => {
    const cheap = await factory.aProduct({
      seller,
      msrp_cents: cents(2_000),
      seller_price_cents: cents(500),
    });
    const dear = await factory.aProduct({
      seller,
      msrp_cents: cents(2_000),
      seller_price_cents: cents(1_800),
    });
    const same = await factory.aProduct({ seller, msrp_cents: cents(2_000), seller_price_cents: cents(900) });
    const change = await changed([cheap.id, dear.id, same.id], { seller_price_cents: 900 });
    expect((await undo(change)).body).toEqual({
      changed: 2,
      unchanged: 0,
      refused_count: 0,
      refused: [],
      undo: null,
    });
    expect(await stored(cheap.id)).toMatchObject({ seller_price_cents: 500, percent_off_msrp: 75 });
    expect(await stored(dear.id)).toMatchObject({ seller_price_cents: 1_800, units: dear.units });
    expect(await stored(same.id)).toMatchObject({ seller_price_cents: 900, version: same.version });
  });

  test('leaves alone, by name, what was edited, sold or deleted since', async () => {
    const kept = await factory.aProduct({ seller, name: 'Kept', units: 10n });
    const edited = await factory.aProduct({ seller, name: 'Edited', units: 20n });
    const sold = await factory.aProduct({ seller, name: 'Sold', units: 30n });
    const deleted = await factory.aProduct({ seller, name: 'Gone', units: 40n });
    const change = await changed([kept.id, edited.id, sold.id, deleted.id], { units: 500 });
    // There and back again is a decision, too.
    for (const units of [7n, 500n])
      await client.call(updateProduct, { id: edited.id }, { product: { units } });
    await factory.db('products').where({ id: sold.id }).update({ units: 488n });
    await client.call(changeProducts, {}, { ids: [deleted.id], change: { delete: true } });
    const { body } = await undo(change);
    expect(body).toMatchObject({ changed: 1, refused_count: 3 });
    expect(body.refused).toEqual([
      { id: edited.id, name: 'Edited', message: CHANGED_SINCE },
      { id: sold.id, name: 'Sold', message: CHANGED_SINCE },
      { id: deleted.id, name: '', message: NOT_THERE },
    ]);
    expect(await stored(kept.id)).toMatchObject({ units: 10n });
    expect(await stored(edited.id)).toMatchObject({ units: 500n });
    expect(await stored(sold.id)).toMatchObject({ units: 488n });
  });

  test('also of units that were sold out or not known, and the ledger adds up', async () => {
    const soldOut = await factory.aProduct({ seller, units: 0n });
    const unknown = await factory.aProduct({ seller, units: null });
    const most = await factory.aProduct({ seller, units: 9_000_000_000_000_000_000n });
    const change = await changed([soldOut.id, unknown.id, most.id], { units: 5 });
    expect((await undo(change)).body).toMatchObject({ changed: 3, refused_count: 0 });
    expect(await stored(soldOut.id)).toMatchObject({ units: 0n });
    expect(await stored(unknown.id)).toMatchObject({ units: null });
    expect(await stored(most.id)).toMatchObject({ units: 9_000_000_000_000_000_000n });
    for (const { id } of [unknown, most]) expect(await imbalance(id)).toBe(0);
  });

  test('takes back the publishing too, but not from under a buyer’s offer', async () => {
    const draft = (name: string) =>
      factory.aProduct({
        seller,
        name,
        provisional: true,
        units: null,
        provisional_errors: { units: 'Units must be greater than 0' },
      });
    const free = await draft('Free');
    const wanted = await draft('Wanted');
    const change = await changed([free.id, wanted.id], { units: 50 });
    expect(await stored(wanted.id)).toMatchObject({ provisional: false });
    await factory.anOffer({ seller, state: 'seller_review', lines: [{ product: wanted }] });
    expect((await undo(change)).body.refused).toEqual([
      { id: wanted.id, name: 'Wanted', message: STAYS_PUBLISHED },
    ]);
    expect(await stored(free.id)).toMatchObject({
      provisional: true,
      units: null,
      provisional_errors: { units: 'Units must be greater than 0' },
    });
    expect(await stored(wanted.id)).toMatchObject({ provisional: false, units: 50n });
  });

  test('twice is once, also at the same time', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push((await factory.aProduct({ seller, units: BigInt(n + 1) })).id);
    const change = await changed(ids, { units: 77 });
    const answers = await Promise.all([undo(change), undo(change), undo(change)]);
    const restored = answers.filter(({ status }) => status === 200);
    expect(restored.reduce((sum, { body }) => sum + body.changed, 0)).toBe(6);
    const again = await undo(change);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining(TAKEN_BACK_ALREADY)]);
    expect(await factory.db('products').whereIn('id', ids).orderBy('id').pluck('units')).toEqual(
      ids.map((_id, n) => BigInt(n + 1)),
    );
    for (const id of ids) expect(await imbalance(id)).toBe(0);
  });

  test('of more than one transaction’s worth', async () => {
    await factory.db.raw(
      `insert into products (seller_id, name, upc, provisional, units)
       select ?, 'Plate ' || n, cast(30000000 + n as text), true, n from generate_series(1, 450) as n`,
      [seller.seller_id],
    );
    const { body } = await client.call(
      changeProducts,
      {},
      { all: { name: 'plate', count: 450 }, change: { units: 9_999 } },
    );
    expect(body.changed).toBe(450);
    expect((await undo(body.undo ?? 0)).body).toMatchObject({ changed: 450, refused_count: 0 });
    const units = await factory
      .db('products')
      .where({ seller_id: seller.seller_id })
      .orderBy('id')
      .pluck('units');
    expect(units).toEqual(Array.from({ length: 450 }, (_plate, n) => BigInt(n + 1)));
  });

  test('is not offered where nothing changed, nor for what was deleted', async () => {
    const product = await factory.aProduct({ seller, units: 5n });
    const ids = [product.id];
    const same = await client.call(changeProducts, {}, { ids, change: { units: 5 } });
    expect(same.body).toMatchObject({ unchanged: 1, undo: null });
    const deleted = await client.call(changeProducts, {}, { ids, change: { delete: true } });
    expect(deleted.body).toMatchObject({ changed: 1, undo: null });
  });

  test('belongs to its seller only, and ends after a day', async () => {
    const product = await factory.aProduct({ seller, units: 5n });
    const change = await changed([product.id], { units: 6 });
    expect((await undo(change, await factory.as(await factory.aSeller()))).status).toBe(404);
    await pruneChanges(factory.db);
    await factory
      .db('bulk_changes')
      .where({ id: change })
      .update({ at: factory.db.raw(`now() - interval '25 hours'`) });
    expect(await stored(product.id)).toMatchObject({ units: 6n });
    await pruneChanges(factory.db);
    expect((await undo(change)).status).toBe(404);
  });
});
