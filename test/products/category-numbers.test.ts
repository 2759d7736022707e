import { type Category, categoryLabels } from '../../server/contract/categories';
import { searchProductsCall } from '../../server/products/contract';
import { addToTag } from '../../server/products/tags/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false, root: productionBuild() }));
const categories = Object.keys(categoryLabels) as Category[];
let visitor: Client;

beforeAll(async () => {
  visitor = await factory.as(null);
  const staff = await factory.as(await factory.staff());
  const seller = await factory.aSeller();
  const products = [];
  for (const category of ['home', 'home', 'pet', 'toys', 'other category'] as const)
    products.push(await factory.aProduct({ seller, category, name: `Lot of ${category}` }));
  const [home, , pet] = products.map(({ id }) => id);
  for (const [product_id, tag_name] of [
    [home, 'Apparel'],
    [pet, 'apparel'],
    [pet, 'Toy'],
    [pet, 'Top Sellers'],
  ])
    expect((await staff.call(addToTag, {}, { product_id, tag_name })).status).toBe(200);
});

const search = async (body: object) => (await visitor.call(searchProductsCall, {}, body)).body;

test.each([
  ['everything', {}],
  ['words', { search: { name: 'lot', description: 'lot' } }],
  ['a filter', { filters: { msrp: { max: 5 } } }],
])('a category has the number of its list under %s', async (_name, body) => {
  const { category_counts, count } = await search(body);
  expect(count).toBe(5);
  expect(category_counts).toMatchObject({ Apparel: 2, Home: 2, Pet: 1, Toys: 2, 'Other Category': 1 });
  const { filters = {}, search: words = {} } = body as { filters?: object; search?: object };
  for (const category of categories) {
    const expected = category_counts[categoryLabels[category]];
    const lists = await Promise.all([
      search({ filters, search: { ...words, tags: [category] } }),
      search({ search: words, filters: { ...filters, category } }),
    ]);
    for (const list of lists)
      expect([category, list.count, list.products.length]).toEqual([category, expected, expected]);
  }
});

test('a tag of staff stays in force for the categories, as a filter for a category does in its list', async () => {
  const tags = { tags: ['Top Sellers'] };
  const { category_counts, without_tags } = await search({ search: tags });
  expect(category_counts).toMatchObject({ Apparel: 1, Home: 0, Pet: 1, Toys: 1 });
  expect(without_tags).toMatchObject({ count: 5, category_counts: { Apparel: 2, Pet: 1 } });
  for (const category of categories)
    expect((await search({ search: tags, filters: { category } })).count).toBe(
      category_counts[categoryLabels[category]],
    );
});

/** The chosen category is on its own list already; its link leads back to everything. */
const categoriesOf = (html: string, path: string) =>
  [
    ...html.matchAll(
      /<a class="category-link(?: zero)?" href="([^"]+)"([^>]*)>.*?<span class="count">([\d,]+)<\/span>/gs,
    ),
  ].map(([, href = '', attributes = '', count = '']) => ({
    list: attributes.includes('aria-current') ? path : href.replaceAll('&amp;', '&'),
    count,
  }));

test.each([
  '/all_products',
  '/all_products/filter/apparel',
  '/all_products/filter/Top%20Sellers',
  '/all_products/search?query=lot',
])('every category of %s shows the number of the page that it leads to', async (path) => {
  const page = async (address: string) =>
    (await visitor.request('GET', address, { headers: { Accept: 'text/html' } })).text;
  const links = categoriesOf(await page(path), path);
  expect(links).toHaveLength(6);
  for (const { list, count } of links) {
    const html = await page(list);
    const shown = /Showing ([\d,]+) results?/.exec(html)?.[1] ?? (html.includes('No matches') ? '0' : '5');
    expect([list, shown]).toEqual([list, count]);
  }
});
