import { backfillListings } from '../../server/products/jobs';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);
const db = () => factory.db;

const rows = async (source: 'listings' | 'listings_v2') =>
  (
    await db().raw<{ rows: unknown[] }>(
      `select ${source === 'listings' ? 'condition, location_id, ' : 'kind, '} product_id, price_cents::int, percent_off
         from ${source} order by product_id`,
    )
  ).rows;

test('listings from before read as they will once they are filled; a cut-off run goes on', async () => {
  for (let n = 0; n < 12; n++)
    await factory.aProduct({ condition: n % 2 ? 'new' : null, seller_price_cents: (100 + n) as never });
  await db().raw('update products set provisional = true where id = (select min(id) from products)');
  const before = { kept: await rows('listings'), read: await rows('listings_v2') };
  expect(before.kept).toHaveLength(11);

  await db().raw(
    'update listings set condition = null, location_id = null, price_cents = null, percent_off = null',
  );
  await db()('listing_backfill').update({ after_id: 3, finished_at: null });
  expect(await rows('listings_v2')).toEqual(before.read);

  await backfillListings.work(app.services, {});
  expect(await rows('listings_v2')).toEqual(before.read);
  expect(await rows('listings')).not.toEqual(before.kept);
  await db()('listing_backfill').update({ after_id: 0, finished_at: null });
  await backfillListings.work(app.services, {});
  expect(await rows('listings')).toEqual(before.kept);
  expect((await db()('listing_backfill').first())?.finished_at).not.toBeNull();
});

test('a listing that changes meanwhile keeps what the change wrote', async () => {
  const product = await factory.aProduct({ condition: 'new' });
  await db()('listing_backfill').update({ after_id: 0, finished_at: null });
  await db().raw('update listings set price_cents = null where product_id = ?', [product.id]);
  const change = await db().transaction();
  await change('products').where({ id: product.id }).update({ condition: 'mixed' });
  const filling = backfillListings.work(app.services, {});
  await change.commit();
  await filling;
  expect(await rows('listings')).toContainEqual(
    expect.objectContaining({ product_id: product.id, condition: 6 }),
  );
});
