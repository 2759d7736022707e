import { orderMultiple, sqlList, statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { type Cents, dollars, type Units } from '../contract/money';
import { Conflict, Invalid } from '../http/errors';
import { LISTED } from '../products/visibility';
import { type LineProduct, lineProblems } from './cart/rules';
import { openStates } from './rules';

export interface RequestedLine {
  product_id: number;
  quantity: Units;
  unit_price_cents: Cents;
}

export const NotForSale = (text: string) => Invalid(text, undefined, { code: 'product_unavailable' });

type ProductOfSeller = LineProduct & {
  id: number;
  name: string;
  /** The buyer's offer under review that has it. */
  open_offer: string | null;
};

/** Of the seller of user $1. */
const buyable = statement<ProductOfSeller>(
  'products for cart',
  `select products.id, products.name, products.units, products.min_order_units, products.seller_price_cents,
          ${orderMultiple('products')}, true as listed,
          (select offers.offer_number
             from offers
             join offer_products on offer_products.offer_id = offers.id
            where offers.buyer_id = $3 and offers.state in ${sqlList(openStates)}
              and offer_products.product_id = products.id
            limit 1) as open_offer
     from products
     join sellers on sellers.id = products.seller_id
    where products.seller_id = (select seller_id from users where id = $1) and products.id = any($2) and ${LISTED}`,
);

export const listedProducts = (tx: Tx, sellerUserId: number, ids: readonly number[], buyerId: number) =>
  buyable(tx, [sellerUserId, ids, buyerId]);

/** Throws 422 out of bounds. */
export function requireBounds(
  { quantity, unit_price_cents }: Pick<RequestedLine, 'quantity' | 'unit_price_cents'>,
  product: LineProduct,
) {
  if (product.units === null || product.seller_price_cents === null)
    throw Invalid("This product can't be ordered yet");
  if (product.units === 0n) throw Invalid('Sold out');
  const problems = Object.entries(lineProblems({ quantity, unit_price: unit_price_cents }, product, dollars));
  if (problems.length === 0) return;
  const byField = <Of>(read: (problem: (typeof problems)[number][1]) => Of) =>
    Object.fromEntries(problems.map(([field, problem]) => [field, [read(problem)]]));
  throw Invalid(
    problems.map(([, { text }]) => text),
    byField(({ text }) => text),
    { fieldCodes: byField(({ text: _text, ...code }) => code) },
  );
}

/** Throws 422 for what can't be ordered, then Conflict for what an offer under review has. */
export function requireAvailable(wanted: readonly RequestedLine[], found: readonly ProductOfSeller[]) {
  const products = new Map(found.map((product) => [product.id, product]));
  for (const line of wanted) {
    const product = products.get(line.product_id);
    if (!product) throw NotForSale("This product isn't available from this seller");
    requireBounds(line, product);
  }
  const open = found.find(({ open_offer }) => open_offer !== null)?.open_offer;
  if (open) throw Conflict(`This product is already in ${open}. Review it in My Offers.`);
}
