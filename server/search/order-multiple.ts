/** Units per case where the seller sells by the case, else 1. `products` is the table's alias. */
export const orderMultiple = (products: string) =>
  `case ${products}.sell_by when 'inner' then ${products}.inner_quantity
        when 'outer' then ${products}.outer_quantity else 1::bigint end as order_multiple`;
