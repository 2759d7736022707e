/** SQL of a line's units that have left and that will not, beside `orders` and `lines`. */
export const LINE_PROGRESS = `lateral (
  select case when orders.status in ('shipped', 'received', 'paid_in_full', 'completed') and orders.canceled_units = 0
              then lines.quantity
              else coalesce((select sum(part.quantity)::bigint
                               from shipments join shipment_lines part on part.shipment_id = shipments.id
                              where shipments.purchase_order_id = orders.id and shipments.status = 'shipped'
                                and part.purchase_order_product_id = lines.id), 0) end as shipped_quantity
) departed cross join lateral (
  select case when orders.status = 'canceled' or orders.canceled_units > 0
              then lines.quantity - departed.shipped_quantity else 0 end as canceled_quantity
) withdrawn`;
