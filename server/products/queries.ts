import type { Knex } from 'knex';
import { orderMultiple, SHIP_FROM_STATE, shipFromJoins, sqlList, statement } from '../../db/sql';
import type { ProductRow } from '../../db/tables';
import type { Buyer } from '../accounts/policy';
import type { Cents, Units } from '../contract/money';
import type { CardRow } from '../search/search';
import { type OfferPlace, type OwnStatus, offerPlaces } from './contract';
import { LISTED, statusOf } from './visibility';

export interface ProductWithSeller extends ProductRow {
  seller_name: string;
  seller_description: string;
  seller_logo: string | null;
  seller_min_order_cents: Cents | null;
  order_multiple: Units;
  ship_from_state: string | null;
  seller_user_id: number | null;
  listed: boolean;
  status: OwnStatus;
  /** An offer in the cart precedes one under review. */
  offer_state: OfferPlace | null;
}

/** SQL: the state of the buyer's cart or open offer that holds the product. */
export const offerState = (buyer: string) => `(select offers.state
             from offers
             join offer_products on offer_products.offer_id = offers.id
            where offers.buyer_id = ${buyer} and offer_products.product_id = products.id
              and offers.state in ${sqlList(offerPlaces)}
            order by array_position('{${offerPlaces.join()}}'::text[], offers.state)
            limit 1) as offer_state`;

/** $1 is the product's id, $2 the buyer's, or null. */
const withSeller = statement<ProductWithSeller>(
  'product with seller',
  `select products.id, products.seller_id, products.name, products.upc, products.sku, products.asin,
          products.style_number, products.category, products.description, products.photo_1, products.photo_2,
          products.photo_3, products.photo_4, products.photo_5, products.msrp_cents, products.wholesale_cents,
          products.seller_price_cents, products.percent_off_msrp, products.units, products.min_order_units,
          products.gender, products.seller_size, products.expiration_date, products.length, products.width,
          products.height, products.weight, products.weight_unit, products.packaging_type, products.inner_count,
          products.inner_quantity, products.outer_quantity, products.sell_by,
          ${orderMultiple('products')}, products.condition, ${SHIP_FROM_STATE}, products.location_id, products.provisional, products.paused, products.provisional_errors,
          products.version, products.created_at, products.updated_at, products.deleted_at,
          sellers.name as seller_name, sellers.description as seller_description, sellers.logo as seller_logo,
          sellers.min_order_cents as seller_min_order_cents,
          users.id as seller_user_id, (${LISTED}) as listed, ${statusOf('products')} as status,
          ${offerState('$2')}
     from products
     join sellers on sellers.id = products.seller_id
     left join users on users.seller_id = products.seller_id and users.is_primary
     ${shipFromJoins('products')}
    where products.id = $1 and products.deleted_at is null`,
);

/** Includes unlisted products, excludes deleted ones. */
export async function productById(
  db: Knex,
  id: number,
  buyer: Pick<Buyer, 'buyer_id'> | null = null,
): Promise<ProductWithSeller | null> {
  return (await withSeller(db, [id, buyer?.buyer_id ?? null]))[0] ?? null;
}

// An offer under review, or an order that is neither completed nor canceled (docs/rules.md#products).
export const IN_USE = `
  exists (select from offer_products join offers on offers.id = offer_products.offer_id
           where offer_products.product_id = products.id and offers.state in ('seller_review', 'buyer_review'))
  or exists (select from purchase_order_products
               join purchase_orders on purchase_orders.id = purchase_order_products.purchase_order_id
              where purchase_order_products.product_id = products.id
                and purchase_orders.status not in ('completed', 'canceled'))`;

export async function canDelete(db: Knex, id: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { free: boolean }[] }>(
    `select not (${IN_USE}) as free from products where id = ?`,
    [id],
  );
  return rows[0]?.free ?? false;
}

export const CARD = `products.id, products.seller_id, products.name, products.category, products.photo_1, products.units,
  products.min_order_units, products.msrp_cents, products.seller_price_cents, products.percent_off_msrp,
  ${orderMultiple('products')}, products.condition, ${SHIP_FROM_STATE}, sellers.name as seller_name, users.id as seller_user_id`;

export const FROM = `from products join sellers on sellers.id = products.seller_id
  left join users on users.seller_id = products.seller_id and users.is_primary
  ${shipFromJoins('products')}`;

const ofSameSeller = statement<CardRow>(
  'similar products',
  `select ${CARD} ${FROM}
      where products.seller_id = $1 and products.id <> $2 and ${LISTED}
      order by products.category is distinct from (select category from products where id = $2),
               products.created_at desc, products.id desc
      limit $3`,
);

export const similarTo = (db: Knex, sellerId: number, productId: number, most: number): Promise<CardRow[]> =>
  ofSameSeller(db, [sellerId, productId, most]);

export async function deletable(db: Knex, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select id from products where id = any(?) and not (${IN_USE})`,
    [[...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function isUpcFree(db: Knex, sellerId: number, upc: string, exceptId: number | null) {
  const existing = await db('products')
    .where({ seller_id: sellerId, upc, deleted_at: null })
    .modify((query) => void (exceptId !== null && query.whereNot({ id: exceptId })))
    .first('id');
  return existing === undefined;
}
