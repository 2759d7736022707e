import { FROZEN_ADDRESS } from '../../server/addresses/queries';
import type { Tx } from '../transaction';
import { writeTerms } from './write-terms';

/** Where, on which terms and when the demo's orders ship, and what has left. After the orders' history. */
export async function writeShipments(tx: Tx, now: Date, receiptDays: number): Promise<void> {
  await freezeAddresses(tx);
  await writeTerms(tx);
  await dateOrders(tx, now, receiptDays);
  await makeOneLate(tx, now);
  await shipWholeOrders(tx);
  await shipPart(tx, now);
  await packSome(tx, now);
}

/** The default addresses of the parties. Orders of buyers without one wait for it. */
async function freezeAddresses(tx: Tx) {
  await tx.raw(
    `update purchase_orders set shipping_terms = 'seller_pays',
       ship_to = (select ${FROZEN_ADDRESS} from addresses where addresses.buyer_id = purchase_orders.buyer_id and is_default),
       ship_from = (select ${FROZEN_ADDRESS} from addresses where addresses.seller_id = purchase_orders.seller_id and is_default)
      where exists (select from addresses where addresses.buyer_id = purchase_orders.buyer_id)`,
  );
}

/** Shipped orders that the system would receive soon have been extended by their buyers. */
async function dateOrders(tx: Tx, now: Date, receiptDays: number) {
  await tx.raw(
    `update purchase_orders set ship_by = (
        select (array_agg(day::date order by day))[sellers.handling_days]
          from sellers, generate_series((paid_at at time zone 'UTC')::date + 1, (paid_at at time zone 'UTC')::date + 60, '1 day') day
         where sellers.id = purchase_orders.seller_id and extract(isodow from day) < 6
         group by sellers.handling_days)
      where paid_at is not null`,
  );
  await tx.raw(
    `update purchase_orders set receipt_extended = status = 'shipped' and age.days > :receiptDays - 4,
        receipt_due_at = ship.at + make_interval(days => case when status = 'shipped' and age.days > :receiptDays - 4
          then :receiptDays + 10 else :receiptDays end)
       from order_history ship, lateral (select extract(epoch from :now::timestamptz - ship.at) / 86400 as days) age
      where ship.purchase_order_id = purchase_orders.id and ship.event = 'ship'`,
    { now, receiptDays },
  );
  await tx.raw(
    `update purchase_orders set ship_by = (:now::timestamptz at time zone 'UTC')::date + 1
      where status = 'awaiting_shipment' and ship_by <= (:now::timestamptz at time zone 'UTC')::date`,
    { now },
  );
  await tx.raw(
    `update purchase_orders set received_at = receipt.at from order_history receipt
      where receipt.purchase_order_id = purchase_orders.id and receipt.event = 'receive' and received_at is null
        and status <> 'received'`,
  );
}

const TO_SHIP = `select purchase_orders.id from purchase_orders
  join users buyer on buyer.buyer_id = purchase_orders.buyer_id
  where purchase_orders.status = 'awaiting_shipment' and shipping_terms = 'seller_pays' and ship_from is not null
    and buyer.email in ('buyer@example.com', 'buyer2@example.com')`;

/** The documented parties' order that was paid first. */
const makeOneLate = (tx: Tx, now: Date) =>
  tx.raw(
    `update purchase_orders set ship_by = (:now::timestamptz at time zone 'UTC')::date - 1
      where id = (${TO_SHIP} order by paid_at limit 1)`,
    { now },
  );

/** Each order that staff shipped left in one shipment, with the order's carrier and number. */
async function shipWholeOrders(tx: Tx) {
  await tx.raw(
    `insert into shipments (purchase_order_id, number, status, mode, carrier, cartons, shipped_at, created_by, created_at, updated_at)
     select purchase_orders.id, 1, 'shipped', 'ltl',
            case carrier when 'UPS Freight' then 'ups' when 'FedEx Freight' then 'fedex_freight'
              when 'Estes' then 'estes' else 'odfl' end,
            sku_count * 2, ship.at, ship.user_id, ship.at, ship.at
       from purchase_orders join order_history ship on purchase_order_id = purchase_orders.id and ship.event = 'ship'
      order by ship.at`,
  );
  await tx.raw(
    `insert into shipment_lines (shipment_id, purchase_order_product_id, quantity)
     select shipments.id, line.id, line.quantity
       from shipments join purchase_order_products line using (purchase_order_id)`,
  );
  await tx.raw(
    `insert into shipment_tracking (shipment_id, position, number)
     select shipments.id, 1, tracking_number
       from shipments join purchase_orders on purchase_orders.id = purchase_order_id`,
  );
  await tx.raw(
    `insert into order_activity (purchase_order_id, at, actor, user_id, event, detail)
     select purchase_order_id, shipped_at, 'staff', created_by, 'shipment_shipped', '{"shipment": 1}'
       from shipments order by id`,
  );
  await tx.raw(
    `update purchase_orders set shipped_units = total_units
      where exists (select from shipments where purchase_order_id = purchase_orders.id)`,
  );
}

/** Half of the first line of one order has left by its seller. */
async function shipPart(tx: Tx, now: Date) {
  const shippedAt = new Date(now.getTime() - 2 * 3_600_000);
  await tx.raw(
    `with part as (
       select line.purchase_order_id, line.id as line_id, line.quantity / 2 as half, users.id as user_id
         from purchase_order_products line
         join purchase_orders on purchase_orders.id = purchase_order_id
         join users on users.seller_id = purchase_orders.seller_id
        where line.quantity >= 2 and purchase_order_id = (
          ${TO_SHIP} order by paid_at desc limit 1)
        order by line.id limit 1
     ), shipment as (
       insert into shipments (purchase_order_id, number, status, mode, carrier, cartons, weight_lb, shipped_at, created_by, created_at, updated_at)
       select purchase_order_id, 1, 'shipped', 'parcel', 'ups', 2, 38, :shippedAt::timestamptz, user_id, :shippedAt, :shippedAt from part
       returning id, purchase_order_id
     ), line as (
       insert into shipment_lines select shipment.id, line_id, half from shipment, part
     ), tracking as (
       insert into shipment_tracking select id, 1, '1Z999AA10123456784' from shipment
     ), activity as (
       insert into order_activity (purchase_order_id, at, actor, user_id, event, detail)
       select purchase_order_id, :shippedAt, 'seller', user_id, 'shipment_shipped', '{"shipment": 1}' from part
     )
     update purchase_orders set shipped_units = half from part where id = part.purchase_order_id`,
    { shippedAt },
  );
}

/** The first line of the order with freight, and all that the buyer collects, stand ready. */
const packSome = (tx: Tx, now: Date) =>
  tx.raw(
    `with shipment as (
       insert into shipments (purchase_order_id, number, status, mode, carrier, cartons, pallets, weight_lb, created_by, created_at, updated_at)
       select purchase_orders.id, 1, 'packed', case shipping_terms when 'pickup' then 'pickup' else 'ltl' end,
              case shipping_terms when 'pickup' then null else 'odfl' end, 14, 1, 410, users.id, :at::timestamptz, :at
         from purchase_orders join users on users.seller_id = purchase_orders.seller_id
        where purchase_orders.status = 'awaiting_shipment' and shipping_terms in ('pickup', 'buyer_pays')
       returning id, purchase_order_id, mode, created_by
     ), line as (
       insert into shipment_lines
       select shipment.id, line.id, line.quantity
         from shipment join purchase_order_products line using (purchase_order_id)
        where mode = 'pickup' or line.id = (select min(id) from purchase_order_products first
                                             where first.purchase_order_id = line.purchase_order_id)
     )
     insert into order_activity (purchase_order_id, at, actor, user_id, event, detail)
     select purchase_order_id, :at, 'seller', created_by, 'shipment_packed', '{"shipment": 1}' from shipment`,
    { at: new Date(now.getTime() - 3 * 3_600_000) },
  );
