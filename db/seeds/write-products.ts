import type { Cents } from '../../server/contract/money';
import type { ProductCondition } from '../../server/contract/product-conditions';
import type { Tx } from '../transaction';
import { CATALOG, type CatalogProduct } from './catalog/catalog';
import { DAY_MS } from './days';
import { pickFrom, share } from './random';
import type { simulateDemoTrade } from './trade/demo-trade';
import { insertAll, withId } from './write';

type Story = ReturnType<typeof simulateDemoTrade>;

/** The catalog with ids in its order. */
export const catalogRows = (sellerOfBrand: ReadonlyMap<string, number>) =>
  CATALOG.map((product, index) => ({
    id: index + 1,
    seller_id: sellerOfBrand.get(product.seller) ?? 0,
    name: product.name,
    upc: product.upc,
    sku: product.sku,
    photo: product.photos[0] ?? '',
    asking: product.seller_price_cents as Cents,
    units: product.units,
    minimum: product.min_order_units ?? 1n,
    inner: product.inner_quantity,
    product,
  }));

type CatalogRow = ReturnType<typeof catalogRows>[number];

export async function writeProducts(
  tx: Tx,
  now: Date,
  products: readonly CatalogRow[],
  { lines, movements }: Story,
) {
  await insertAll(
    tx,
    'products',
    products.map(({ id, seller_id, product }) => {
      const wanted = lines
        .filter(({ product_id }) => product_id === id)
        .map(({ created_at }) => created_at.getTime());
      const moved = movements.filter(({ product_id }) => product_id === id);
      return productRow(id, seller_id, product, listedAt(now, id, Math.min(...wanted)), moved.at(-1)?.at);
    }),
  );
}

/** Created before the first offer, spread over the weeks. */
function listedAt(now: Date, id: number, firstWanted: number) {
  const at = now.getTime() - (0.1 + share(`${id} listed`) ** 2 * 70) * DAY_MS;
  return new Date(Math.floor(Math.min(at, firstWanted - (2 + share(`${id} before`) * 9) * DAY_MS)));
}

/** Half are new; some sellers have not stated it. */
const CONDITIONS: readonly (ProductCondition | null)[] = [
  ...(['new', 'new', 'new', 'new', 'new', 'new'] as const),
  ...(['open_box', 'shelf_pull', 'returns', 'refurbished', 'mixed', null] as const),
];

function productRow(
  id: number,
  seller_id: number,
  product: CatalogProduct,
  listed: Date,
  moved: Date | undefined,
) {
  const { seller: _seller, photos, ...columns } = product;
  const [photo_1, photo_2 = null, photo_3 = null, photo_4 = null, photo_5 = null] = photos;
  return {
    id,
    seller_id,
    ...columns,
    condition: pickFrom(CONDITIONS, `${product.upc} condition`),
    photo_1,
    photo_2,
    photo_3,
    photo_4,
    photo_5,
    provisional: false,
    provisional_errors: {},
    version: 1,
    created_at: listed,
    listed_at: listed,
    updated_at: moved ?? listed,
  };
}

/** Initial stock, such that stock, sales and returns add up to the catalog's units. */
export async function writeStockMovements(
  tx: Tx,
  products: readonly CatalogRow[],
  movements: Story['movements'],
) {
  const { rows } = await tx.raw<{ rows: { id: number; created_at: Date }[] }>(
    'select id, created_at from products',
  );
  const listed = new Map(rows.map(({ id, created_at }) => [id, created_at]));
  const initial = products.flatMap(({ id, units }) => {
    const moved = movements.reduce((sum, one) => (one.product_id === id ? sum + one.units : sum), 0n);
    const first = (units ?? 0n) - moved;
    return first === 0n
      ? []
      : [
          {
            product_id: id,
            units: first,
            reason: 'initial',
            purchase_order_id: null,
            user_id: null,
            at: listed.get(id),
          },
        ];
  });
  await insertAll(tx, 'stock_movements', [...initial, ...movements].map(withId));
}
