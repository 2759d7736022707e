/** Units per case where the seller sells by the case, else 1. `products` is the table's alias. */
export const orderMultiple = (products: string) =>
  `case ${products}.sell_by when 'inner' then ${products}.inner_quantity
        when 'outer' then ${products}.outer_quantity else 1::bigint end as order_multiple`;

/** Of the product's own location unless that is deleted, else of the seller's default. Needs `shipFromJoins`. */
export const SHIP_FROM_STATE = 'coalesce(own_location.region, default_location.region) as ship_from_state';

/** `products` is the table's alias. */
export const shipFromJoins = (products: string) =>
  `left join addresses own_location on own_location.id = ${products}.location_id and own_location.deleted_at is null
   left join addresses default_location on default_location.seller_id = ${products}.seller_id
     and default_location.is_default and default_location.deleted_at is null`;
