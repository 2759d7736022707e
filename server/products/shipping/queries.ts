import type { Knex } from 'knex';
import type { AddressRow, ProductRow, SellerRow } from '../../../db/tables';

export type ShippingRow = Pick<ProductRow, 'outer_quantity' | 'weight' | 'weight_unit' | 'min_order_units'> &
  Pick<SellerRow, 'shipping_terms' | 'handling_days'> & {
    [Column in 'city' | 'region' | 'country']: AddressRow[Column] | null;
  };

const SHIPPING = `select products.outer_quantity, products.weight, products.weight_unit, products.min_order_units,
        sellers.shipping_terms, sellers.handling_days, location.city, location.region, location.country
   from products
   join sellers on sellers.id = products.seller_id
   left join lateral (
     select city, region, country
       from addresses
      where deleted_at is null
        and (id = products.location_id or (seller_id = products.seller_id and is_default))
      order by is_default and id is distinct from products.location_id
      limit 1
   ) location on true
  where products.id = ?`;

export async function shippingOf(db: Knex, productId: number): Promise<ShippingRow | undefined> {
  const { rows } = await db.raw<{ rows: ShippingRow[] }>(SHIPPING, [productId]);
  return rows[0];
}
