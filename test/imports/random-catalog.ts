import { randomUUID } from 'node:crypto';
import type { ProductRow } from '../../db/tables';
import { categoryLabels, packagingLabels } from '../../server/contract/categories';
import { conditionLabels } from '../../server/contract/product-conditions';
import { sanitizeRichText } from '../../server/products/rich-text';

/** Numbers below a bound, the same ones for the same seed. */
function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (bound: number) => Math.floor(next() * bound);
}

/** What spreadsheets, readers of CSV and readers of markup might take for something else. */
const TEXTS = [
  'Mug',
  '=1+1',
  '+49 151',
  '-5',
  '@mug',
  "'quoted",
  "'=1",
  '007',
  '123456789012345',
  '="0123"',
  'A "great" mug, blue',
  'Salt &amp; pepper',
  'R&D <new>',
  'a;b\tc|d',
  'C:\\new\\table',
  '1.299,00',
  '12/2027',
  'Größe XL – Ärmel',
  '马克杯 🍵',
  '1e5',
  '#1 seller',
  'TRUE',
  'a  b',
];

const HTML = [
  '<p>Soft &amp; warm</p>',
  '<ul><li>One</li><li>Two, three</li></ul>',
  '<div>First<br />second</div>',
  'plain text',
  'two\nlines',
  'a backslash \\n stays',
  '5 &lt; 6',
  '<h3>Title</h3><p><strong>Bold</strong> <em>and</em></p>',
  '<p><a href="https://example.com/?a=1&amp;b=2">link</a></p>',
  '=cmd()',
  '<p>“Quotes” and "more"</p>',
];

/** A valid product as forms, calls and imports may leave it. */
export function randomCatalog(seed: number, count: number, seller_id: number): Partial<ProductRow>[] {
  const below = randomFrom(seed);
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const maybe = <Value>(value: () => Value): Value | null => (below(3) === 0 ? null : value());
  const text = () => one(TEXTS);
  const photo = () =>
    one([`https://pictures.example.com/${below(1_000)}.jpg?a=1&b=2`, randomUUID(), '/demo/t-shirt-sage']);
  const size = () => String((1 + below(99_999)) / 1_000);
  const big = () => one([0n, 1n, BigInt(below(10_000)), 9_000_000_000_000_000_000n]);
  return Array.from({ length: count }, (_product, n) => {
    const msrp = 2 + below(1_000_000);
    const inner_quantity = maybe(() => BigInt(1 + below(50)));
    const inner_count = maybe(() => BigInt(1 + below(20)));
    const outer_quantity = inner_quantity && inner_count ? inner_quantity * inner_count : null;
    const missing = below(10) === 0 ? one(['msrp_cents', 'wholesale_cents', 'photo_1'] as const) : null;
    const first = photo();
    const product = {
      seller_id,
      upc: String(n + 1)
        .padStart(8 + (n % 7), '0')
        .replace(/^0{8,}/, (zeros) => `1${zeros.slice(1)}`),
      name: `${text()} ${n}`.trim(),
      sku: maybe(text),
      asin: maybe(text),
      style_number: maybe(text),
      seller_size: maybe(text),
      description: sanitizeRichText(one([...HTML, ...TEXTS, ''])),
      category: one(Object.keys(categoryLabels)),
      gender: one(['unisex', 'f', 'm']),
      expiration_date: maybe(() => `0${1 + below(9)}/20${20 + below(30)}`),
      packaging_type: one(Object.keys(packagingLabels)),
      length: maybe(size),
      width: maybe(size),
      height: maybe(size),
      weight: maybe(() => String((1 + below(9_999)) / 10)),
      weight_unit: one(['lbs', 'oz']),
      inner_quantity,
      inner_count,
      outer_quantity,
      condition: maybe(() => one(Object.keys(conditionLabels))),
      sell_by: one(['unit', ...(inner_quantity ? ['inner'] : []), ...(outer_quantity ? ['outer'] : [])]),
      units: maybe(big),
      min_order_units: maybe(big),
      msrp_cents: msrp,
      wholesale_cents: 1 + below(1_000_000),
      seller_price_cents: 1 + below(msrp),
      photo_1: first,
      photo_2: maybe(photo),
      photo_3: maybe(photo),
      ...(missing && {
        [missing]: null,
        photo_2: null,
        photo_3: null,
        provisional: true,
        provisional_errors: JSON.stringify({ [missing]: 'Required' }),
      }),
    };
    return { ...product, provisional: missing !== null } as unknown as Partial<ProductRow>;
  });
}
