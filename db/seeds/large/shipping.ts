/** The orders' rows and what has left of them, in every state of shipping. Bindings as in trade.ts, :receipt_days. */
export const SHIPPING = {
  // Some leave in two parts, of some the seller cannot ship a quarter of the first line.
  shipped: `
    create temp table shipped on commit drop as
      select id, i, parts,
             case when status = 'awaiting_shipment' then 2 - packs else 0 end as half,
             case when status in ('shipped', 'received', 'paid_in_full', 'completed') then units - short
                  when status = 'awaiting_shipment' and packs = 0 then first_quantity / 2 else 0 end as units,
             short
        from (
          select trade_orders.*, case when status = 'awaiting_shipment' then pg_temp.pick(i, 71, 6) else 0 end as packs,
                 case when status in ('shipped', 'received', 'paid_in_full', 'completed') then 1 + (skus > 1 and pg_temp.pick(i, 72, 8) = 0)::int
                      when status = 'awaiting_shipment' and decided < now() - interval '36 hours' and pg_temp.pick(i, 71, 6) < 2 then 1 else 0 end as parts,
                 case when status in ('shipped', 'received', 'paid_in_full', 'completed') and pg_temp.pick(i, 73, 100) = 0 then first_quantity / 4 else 0 end as short
            from trade_orders
        ) drawn;
    update shipped set parts = 1 where short > 0;
    update shipped set units = 0 where parts = 0;
    alter table shipped add primary key (id);
    analyze shipped`,
  shipBy: `
    create temp table ship_by on commit drop as
      select start, handling, (array_agg(day::date order by day))[handling] as day
        from (select distinct (decided + interval '1 day' * 0.02)::date as start from trade_orders) started
        cross join generate_series(1, 30) handling
        cross join lateral generate_series(start + 1, start + 45, '1 day') day
       where extract(isodow from day) < 6 group by start, handling`,
  writeOrders: `
    insert into purchase_orders (id, offer_id, buyer_id, seller_id, status, version, total_cents, fee_bps, fee_cents,
        total_net_to_seller, total_units, sku_count, carrier, tracking_number, reason, paid_at, created_at, updated_at,
        status_since, ship_to, ship_from, shipping_terms, freight_cents, carrier_instructions, ship_by, received_at,
        receipt_due_at, released_at, shipped_units, canceled_units)
      overriding system value
      select ordered.id, offer_id, ordered.buyer_id, :first_seller + seller_number, ordered.status, 1 + coalesce(last.n, 0), total, :bps, fee,
             total - fee, ordered.units, skus,
             case when last.n >= 2 and terms <> 'pickup' then 'UPS' end, case when last.n >= 2 then '1Z' || lpad(ordered.id::text, 12, '0') || '1' end,
             case ordered.status when 'canceled' then 'Not paid within 48 hours' end, paid.at, decided, since, since,
             destination.place, origin.place, terms, coalesce(freight, 0), case terms when 'buyer_carrier' then 'Account 104-22, call before pickup' end,
             ship_by.day, case when last.n >= 3 then decided + interval '8 days' end,
             case when last.n >= 2 then decided + interval '3 days' + interval '1 day' * :receipt_days end,
             case when released then free_at end, shipped.units, short
        from trade_orders ordered
        join shipped using (id)
        join sellers on sellers.id = :first_seller + seller_number
        left join places origin on origin.seller_id = sellers.id
        left join places destination on destination.buyer_id = ordered.buyer_id and terms in ('seller_pays', 'buyer_pays')
        left join (select status, max(n) as n, max(days) as days from trade_steps group by status) last using (status)
        cross join lateral (select case when last.n >= 4 then paid_out_at else decided + interval '1 day' * coalesce(last.days, 0) end as since) moved
        cross join lateral (select case when last.n >= 1 and ordered.status not in ('payment_pending', 'canceled') then decided + interval '1 day' * 0.02 end as at) paid
        left join ship_by on ship_by.start = paid.at::date and ship_by.handling = handling_days
       order by ordered.id`,
  payments: `
    insert into payment_attempts (purchase_order_id, attempt, idempotency_key, amount_cents, status, created_at, updated_at)
      select id, 1, 'large-order-' || id, total_cents, 'complete', created_at, paid_at from purchase_orders
       where id > :first_order and paid_at is not null`,
  shipments: `
    create temp table parcels on commit drop as
      select :first_shipment + row_number() over (order by shipped.id, number) as id, shipped.id as order_id, shipped.i, number, parts, half, short,
             case half when 1 then 'packed' else 'shipped' end as status, seller_id,
             case shipping_terms when 'pickup' then 'pickup' else (array['parcel', 'ltl'])[1 + pg_temp.pick(shipped.i, 74, 2)] end as mode,
             created_at + interval '1 day' * case when half > 0 then 1 when number < parts then 2 else 3 end as at
        from shipped join purchase_orders on purchase_orders.id = shipped.id
        cross join lateral generate_series(1, parts) number;
    insert into shipments (id, purchase_order_id, number, status, mode, carrier, cartons, weight_lb, shipped_at, created_by, created_at, updated_at)
      overriding system value
      select parcels.id, order_id, number, parcels.status, mode,
             case mode when 'parcel' then (array['ups', 'fedex', 'usps'])[1 + pg_temp.pick(i, 75, 3)]
               when 'ltl' then (array['odfl', 'estes', 'fedex_freight'])[1 + pg_temp.pick(i, 75, 3)] end,
             1 + pg_temp.pick(i, 76, 12), 10 + pg_temp.pick(i, 77, 900), case parcels.status when 'shipped' then at end, users.id, at, at
        from parcels join users using (seller_id) order by parcels.id;
    insert into shipment_lines (shipment_id, purchase_order_product_id, quantity)
      select parcels.id, order_lines.id,
             case when half > 0 then quantity / 2 when n = 1 then quantity - short else quantity end
        from parcels join order_lines using (order_id)
       where case when half > 0 then n = 1 when parts = 1 then true else (number = 1) = (n = 1) end
       order by parcels.id, order_lines.id;
    insert into shipment_tracking (shipment_id, position, number)
      select id, position, '1Z' || lpad(order_id::text, 12, '0') || position
        from parcels cross join lateral generate_series(1, 1 + pg_temp.pick(i, 78, 3)::int) position
       where mode <> 'pickup' order by id, position`,
  // With what the minutely jobs have told already.
  activity: `
    insert into order_activity (purchase_order_id, at, actor, user_id, event, detail)
      select order_id, at, 'seller', users.id, 'shipment_' || parcels.status, jsonb_build_object('shipment', number)
        from parcels join users using (seller_id) order by parcels.id;
    insert into order_activity (purchase_order_id, at, actor, event, detail)
      select id, now(), 'system', 'late_to_ship', jsonb_build_object('ship_by', ship_by) from purchase_orders
       where id > :first_order and status = 'awaiting_shipment' and ship_by < (now() at time zone 'UTC')::date
      union all
      select id, now(), 'system', 'receipt_reminder', '{}' from purchase_orders
       where id > :first_order and status = 'shipped' and receipt_due_at <= now() + interval '3 days'
      union all
      select id, paid_at, 'system', 'ship_to_asked', '{}' from purchase_orders
       where id > :first_order and status = 'awaiting_shipment' and ship_to is null and shipping_terms in ('seller_pays', 'buyer_pays')
      union all
      select id, released_at, 'system', 'earnings_released', '{}' from purchase_orders where id > :first_order and released_at is not null`,
  notices: `
    insert into email_notices (user_id, kind, event_key, content, at)
      select chosen.user_id, 'orders', 'large:' || purchase_orders.id || ':' || chosen.user_id,
             jsonb_build_object('subject', po_number || ' has shipped', 'preview', 'UPS', 'path', '/my_orders/' || purchase_orders.id), status_since
        from purchase_orders
        join users on users.buyer_id = purchase_orders.buyer_id
        join notification_choices chosen on chosen.user_id = users.id and chosen.kind = 'orders' and chosen.email = 'daily'
       where purchase_orders.id > :first_order and purchase_orders.status = 'shipped'`,
} as const;
