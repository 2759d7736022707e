import { orderMultiple, statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { type Cents, dollars, type Units } from '../contract/money';
import { Invalid } from '../http/errors';
import { LISTED } from '../products/visibility';
import { type LineProduct, lineProblems } from './cart/rules';

export interface RequestedLine {
  product_id: number;
  quantity: Units;
  unit_price: Cents;
}

export const NotForSale = (text: string) => Invalid(text, undefined, { code: 'product_unavailable' });

type ProductOfSeller = LineProduct & { id: number; name: string };

const buyable = statement<ProductOfSeller>(
  'products of seller for cart',
  `select products.id, products.name, products.units, products.min_order_units, products.seller_price_cents,
          ${orderMultiple('products')}, true as listed
     from products
     join sellers on sellers.id = products.seller_id
    where products.seller_id = $1 and products.id = any($2) and ${LISTED}`,
);

export const listedProducts = (tx: Tx, sellerId: number, ids: readonly number[]) =>
  buyable(tx, [sellerId, ids]);

/** Throws 422 out of bounds. `prefix` precedes the field names of the errors. */
export function requireBounds(
  line: { quantity: Units; unit_price: Cents },
  product: LineProduct,
  prefix = '',
) {
  if (product.units === null || product.seller_price_cents === null)
    throw Invalid("This product can't be ordered yet");
  if (product.units === 0n) throw Invalid('Sold out');
  const problems = Object.entries(lineProblems(line, product, dollars));
  if (problems.length === 0) return;
  const byField = <Of>(read: (problem: (typeof problems)[number][1]) => Of) =>
    Object.fromEntries(problems.map(([field, problem]) => [`${prefix}${field}`, [read(problem)]]));
  throw Invalid(
    problems.map(([, { text }]) => text),
    byField(({ text }) => text),
    { fieldCodes: byField(({ text: _text, ...code }) => code) },
  );
}

export function requireAvailable(wanted: readonly RequestedLine[], found: readonly ProductOfSeller[]) {
  const products = new Map(found.map((product) => [product.id, product]));
  for (const line of wanted) {
    const product = products.get(line.product_id);
    if (!product) throw NotForSale("This product isn't available from this seller");
    requireBounds(line, product);
  }
}
