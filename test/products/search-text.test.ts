import { cents } from '../../server/contract/money';
import { backfillSearchText } from '../../server/products/search-text';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

/** An accepted offer of one product, with its order. */
async function aDeal(name: string) {
  const [buyer, seller] = [await factory.aBuyer(), await factory.aSeller()];
  const product = await factory.aProduct({ seller, name });
  const lines = [{ product, quantity: 10n, unit_price: cents(500) }];
  await factory.anOffer({ buyer, seller, state: 'accepted', lines });
  return { product, client: await factory.as(buyer) };
}

type Deal = Awaited<ReturnType<typeof aDeal>>;

async function counts({ client }: Deal, q: string) {
  const found = async (path: string) =>
    ((await client.request('GET', `${path}?q=${q}`)).body as { data: unknown[] }).data.length;
  return { offers: await found('/offers'), orders: await found('/marketplace/purchase_orders') };
}

/** As rows from before the column are. */
async function forget() {
  for (const table of ['products', 'purchase_order_products'] as const)
    await factory.db(table).update({ search_text: null });
  await factory.db.raw(
    `update search_text_backfill set after_id = 0, finished_at = null,
            last_id = case of when 'products' then (select max(id) from products)
                              else (select max(id) from purchase_order_products) end`,
  );
}

const unfilled = async () => {
  const { rows } = await factory.db.raw<{ rows: { n: number }[] }>(
    `select count(*)::int as n from (select search_text from products
        union all select search_text from purchase_order_products) texts where search_text is null`,
  );
  return rows[0]?.n;
};

const rename = (deal: Deal, name: string, db = factory.db) =>
  db('products').where({ id: deal.product.id }).update({ name });

test('an offer is found by the name its product has now, an order by the name it was ordered with', async () => {
  const deal = await aDeal('Crème Kettle');
  await rename(deal, 'Copper Teapot');
  expect(await counts(deal, 'kettle')).toEqual({ offers: 0, orders: 1 });
  expect(await counts(deal, 'teapot')).toEqual({ offers: 1, orders: 0 });
});

test('rows from before are found as they will be once they are filled in, also by a run cut off and twice', async () => {
  const deal = await aDeal('Amber Lantern');
  await forget();
  expect(await counts(deal, 'lant')).toEqual({ offers: 1, orders: 1 });
  await rename(deal, 'Velvet Drape');
  expect(await counts(deal, 'velvet')).toEqual({ offers: 1, orders: 0 });
  await forget();
  await factory.db('search_text_backfill').where({ of: 'products' }).update({ finished_at: new Date() });
  await backfillSearchText.work(app.services, {});
  expect(await unfilled()).toBeGreaterThan(0);
  await factory.db('search_text_backfill').update({ finished_at: null });
  await backfillSearchText.work(app.services, {});
  await backfillSearchText.work(app.services, {});
  expect(await unfilled()).toBe(0);
  expect(await counts(deal, 'velvet')).toEqual({ offers: 1, orders: 0 });
  expect(await counts(deal, 'amber')).toEqual({ offers: 0, orders: 1 });
});

test('a product renamed while its row is filled in is found by its new name', async () => {
  const deals = await Promise.all(['Oak Stool', 'Pine Bench'].map(aDeal));
  for (const [n, deal] of deals.entries()) {
    await forget();
    const change = await factory.db.transaction();
    if (n === 0) await rename(deal, 'Slate Basin', change);
    const filling = backfillSearchText.work(app.services, {});
    if (n === 1) await rename(deal, 'Slate Basin', change);
    await change.commit();
    await filling;
    expect(await unfilled()).toBe(0);
    expect(await counts(deal, 'slate')).toEqual({ offers: 1, orders: 0 });
    expect(await counts(deal, n === 0 ? 'oak' : 'pine')).toEqual({ offers: 0, orders: 1 });
  }
});
