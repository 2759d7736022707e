import type { Knex } from 'knex';
import { orderMultiple, sqlList, statement } from '../../../db/sql';
import { fitToCases, type Pack, smallestQuantity } from '../../contract/case-packs';
import { type Cents, cents, dollars, formatUnits, type Units } from '../../contract/money';
import { LISTED } from '../../products/visibility';
import { openStates } from '../rules';
import type { BuyAgainRow } from './contract';

export interface OrderedProduct {
  product_id: number;
  name: string;
  ordered_quantity: Units;
  unit_price_cents: Cents;
  units: Units | null;
  min_order_units: Units | null;
  order_multiple: Units;
  asking_price_cents: Cents | null;
  listed: boolean;
  in_draft: boolean;
  open_offer: string | null;
}

/** `from` has `source` with its buyer and id, and `lines` with quantity and `unit_price_cents`. */
const productsOf = (name: string, from: string) =>
  statement<OrderedProduct>(
    name,
    `select lines.product_id, products.name, lines.quantity as ordered_quantity, lines.unit_price_cents,
            products.units, products.min_order_units, ${orderMultiple('products')},
            products.seller_price_cents as asking_price_cents, (${LISTED}) as listed,
            exists (select from offer_products mine join offers on offers.id = mine.offer_id
                     where mine.product_id = products.id and offers.buyer_id = source.buyer_id
                       and offers.state = 'draft') as in_draft,
            (select offers.offer_number from offer_products mine join offers on offers.id = mine.offer_id
              where mine.product_id = products.id and offers.buyer_id = source.buyer_id
                and offers.state in ${sqlList(openStates)} limit 1) as open_offer
       from ${from}
       join products on products.id = lines.product_id
       join sellers on sellers.id = products.seller_id
      where source.id = $1
      order by lines.id`,
  );

const ordered = productsOf(
  'products of an order to buy again',
  `purchase_orders source cross join lateral (
     select id, product_id, quantity, unit_cents as unit_price_cents
       from purchase_order_products where purchase_order_id = source.id) lines`,
);

const offered = productsOf(
  'products of an offer to offer again',
  `offers source cross join lateral (
     select id, product_id, quantity, unit_price_cents
       from offer_products where offer_id = source.id) lines`,
);

export type OrderedProducts = (db: Knex, id: number) => Promise<OrderedProduct[]>;

export const orderedProducts: OrderedProducts = (db, orderId) => ordered(db, [orderId]);
export const offeredProducts: OrderedProducts = (db, offerId) => offered(db, [offerId]);

/** Why it can't be ordered now; null if it can. */
export function unavailability({
  listed,
  units,
  asking_price_cents,
}: Pick<OrderedProduct, 'listed' | 'units' | 'asking_price_cents'>): string | null {
  if (!listed) return 'No longer available';
  if (units === null || asking_price_cents === null) return "The seller hasn't confirmed quantity";
  return units === 0n ? 'Sold out' : null;
}

/** Why the quantity is another one than before. */
export function quantityDifferences(before: Units, quantity: Units, product: Pack): string[] {
  const { units, order_multiple = 1n } = product;
  const parts = [
    units !== null && units < before && `Only ${formatUnits(units)} available`,
    quantity > before && `Minimum ${formatUnits(smallestQuantity(product))}`,
    quantity < before && quantity !== units && `Sold in cases of ${formatUnits(order_multiple)}`,
  ];
  return parts.filter((part) => part !== false);
}

function difference(product: OrderedProduct, quantity: Units, price: Cents): string | null {
  const parts = quantityDifferences(product.ordered_quantity, quantity, product);
  if (price < product.unit_price_cents) parts.push(`Asking price dropped to ${dollars(price)}`);
  return parts.join('. ') || null;
}

/** At the agreed quantity and price as far as the product allows now (docs/rules.md#buy-again). */
export function buyAgainRow(product: OrderedProduct): BuyAgainRow {
  const { product_id, name, ordered_quantity, unit_price_cents, asking_price_cents } = product;
  const missing = unavailability(product);
  const row = (
    result: BuyAgainRow['result'],
    reason: string | null,
    next: { quantity: Units; price: Cents } | null,
  ): BuyAgainRow => ({
    product_id,
    name,
    result,
    reason,
    quantity: { old: ordered_quantity, new: next?.quantity ?? null },
    unit_price: { old: unit_price_cents, new: next?.price ?? null },
  });
  if (missing !== null) return row('unavailable', missing, null);
  const next = {
    quantity: fitToCases(ordered_quantity, product),
    price: cents(Math.min(unit_price_cents, asking_price_cents ?? unit_price_cents)),
  };
  if (product.open_offer !== null) return row('in_offer', `Already in ${product.open_offer}`, next);
  const reason = difference(product, next.quantity, next.price);
  if (product.in_draft) return row('in_cart', 'Already in your cart', next);
  return row(reason === null ? 'same' : 'changed', reason, next);
}
