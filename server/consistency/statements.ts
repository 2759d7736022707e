import { orderEvents } from '../orders/state-machine';
import { overIds, type SqlCheck } from './finding';

const REPORT_IT = 'Compare the row with the audit log, and write a correction by hand.';

const STOCK: SqlCheck = {
  name: 'stock',
  meaning: "A product's units differ from the sum of its stock movements",
  remedy: REPORT_IT,
  statements: [
    overIds(
      'products',
      `
    select 'product ' || products.id as subject, units || ' units, ' || coalesce(moved, 0) || ' by movements' as detail
      from products
      left join (select product_id, sum(units) as moved from stock_movements
                   where product_id between :first and :last group by product_id) movements
        on movements.product_id = products.id
     where products.id between :first and :last and units <> coalesce(moved, 0)`,
    ),
  ],
};

const OFFERS_AND_ORDERS: SqlCheck = {
  name: 'orders-offers',
  meaning: 'An accepted offer and its order do not match',
  remedy: REPORT_IT,
  statements: [
    overIds(
      'offers',
      `
    select offer_number as subject, 'accepted, without an order' as detail
      from offers
     where id between :first and :last and state = 'accepted'
       and not exists (select from purchase_orders where offer_id = offers.id)`,
    ),
    overIds(
      'purchase_orders',
      `
    with orders as (select * from purchase_orders where id between :first and :last),
    lines as (select * from purchase_order_products where purchase_order_id between :first and :last)
    select po_number as subject, 'its offer is ' || coalesce(state, 'gone') as detail
      from orders left join offers on offers.id = offer_id
     where state is distinct from 'accepted'
    union all
    select po_number, 'product ' || product_id || ' is not as in the offer'
      from (select purchase_order_id, product_id, quantity, unit_cents from lines
            except all
            select orders.id, product_id, quantity, unit_price_cents
              from orders join offer_products using (offer_id)) others
      join purchase_orders on purchase_orders.id = purchase_order_id
    union all
    select po_number, 'product ' || product_id || ' of the offer is missing'
      from (select orders.id, product_id from orders join offer_products using (offer_id)
            except all
            select purchase_order_id, product_id from lines) missing
      join orders using (id)`,
    ),
  ],
};

/** docs/rules.md#orders: the fee is on the goods, rounded half up; freight is passed through. */
const MONEY: SqlCheck = {
  name: 'money',
  meaning: "An order's totals, fee or refunds do not add up",
  remedy: REPORT_IT,
  statements: [
    overIds(
      'purchase_orders',
      `
    with lines as (
      select purchase_order_id as id, sum(total_cents) as goods, sum(net_to_seller) as net, sum(quantity) as units,
             count(*) as skus
        from purchase_order_products where purchase_order_id between :first and :last group by purchase_order_id
    ), back as (
      select purchase_order_id as id, sum(amount_cents) as refunded from refunds
       where purchase_order_id between :first and :last group by purchase_order_id
    )
    select po_number as subject, case
             when goods + freight_cents is distinct from total_cents then 'the lines sum to ' || coalesce(goods, 0)
             when units <> total_units or skus <> sku_count then 'units or products differ from the lines'
             when fee_cents <> div(2 * goods * fee_bps + 10000, 20000) then 'the fee is ' || fee_cents
             when net + freight_cents <> total_net_to_seller then 'the lines pay ' || net
             else 'refunds of ' || refunded end as detail
      from purchase_orders left join lines using (id) left join back using (id)
     where id between :first and :last
       and (goods + freight_cents is distinct from total_cents or units <> total_units or skus <> sku_count
         or fee_cents <> div(2 * goods * fee_bps + 10000, 20000) or net + freight_cents <> total_net_to_seller
         or refunded > total_cents)`,
    ),
  ],
};

const PAYMENTS: SqlCheck = {
  name: 'payment-evidence',
  meaning: 'A paid order has neither a completed payment nor a confirmation by staff',
  remedy: 'Look the order up in Stripe. Run npm run reconcile, or cancel the order.',
  statements: [
    overIds(
      'purchase_orders',
      `
    select po_number as subject, 'paid ' || to_char(paid_at at time zone 'utc', 'YYYY-MM-DD') as detail
      from purchase_orders
     where id between :first and :last and paid_at is not null and not confirmed_by_staff
       and not exists (select from payment_attempts
                        where purchase_order_id = purchase_orders.id and payment_attempts.status = 'complete')`,
    ),
  ],
};

const steps = Object.entries(orderEvents).flatMap(([event, { from, to }]) =>
  from.map((status) => `('${event}', '${status}', '${to}')`),
);

const HISTORY: SqlCheck = {
  name: 'history',
  meaning: "An order's history is not a path of its state table, or ends elsewhere",
  remedy: REPORT_IT,
  statements: [
    overIds(
      'purchase_orders',
      `
    with steps as (
      select *, lag(to_status) over one as before, lead(id) over one is null as is_last
        from order_history where purchase_order_id between :first and :last
      window one as (partition by purchase_order_id order by id)
    )
    select po_number as subject, case
             when steps.id is null then 'it has no history'
             when before is null then 'it begins with ' || event
             when is_last and to_status <> status then 'it ends ' || to_status || ', the order is ' || status
             else event || ' from ' || before end as detail
      from purchase_orders left join steps on purchase_order_id = purchase_orders.id
     where purchase_orders.id between :first and :last
       and (steps.id is null
         or (before is null and event <> 'create')
         or (before is not null and (event, before, to_status) not in (${steps.join(', ')}))
         or (is_last and to_status <> status))`,
    ),
  ],
};

export const tradeChecks = [STOCK, OFFERS_AND_ORDERS, MONEY, PAYMENTS, HISTORY];
