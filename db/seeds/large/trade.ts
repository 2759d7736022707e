/**
 * Offers and orders in bulk, each statement over generate_series. Bindings: :offers, :orders, :buyers, :sellers,
 * :per (products of a seller), :first_* (the last id before ours), :bps.
 */
export const TRADE = {
  // Times ascend with the number. Some offers become orders; of the others the recent ones are open, the rest closed.
  offers: `
    create temp table trade on commit drop as
      select i,
             :first_offer + i as offer_id,
             floor(i::numeric * :orders / :offers)::int as order_number,
             floor(i::numeric * :orders / :offers) > floor((i - 1)::numeric * :orders / :offers) as ordered,
             :first_buyer + 1 + case when i > :offers - :buyers then i % :buyers else pg_temp.pick(i, 21, :buyers) end as buyer_id,
             1 + pg_temp.pick(i, 22, :sellers) as seller_number,
             pg_temp.chance(i, 23) as chance,
             now() - interval '540 days' * (1 - i::float8 / :offers) - interval '1 day' * (1 + pg_temp.chance(i, 24)) as at
        from generate_series(1, :offers) i`,
  states: `
    alter table trade add column state text, add column decided timestamptz;
    update trade set
      decided = at + interval '20 hours' * pg_temp.chance(i, 25) + interval '1 hour',
      state = case
        when ordered then 'accepted'
        when at < now() - interval '27 days' then 'rejected'
        when chance < 0.4 then 'seller_review'
        when chance < 0.7 then 'buyer_review'
        when chance < 0.97 or i <= :offers - :buyers then 'rejected'
        else 'draft' end`,
  writeOffers: `
    insert into offers (id, buyer_id, seller_id, state, version, submitted_at, expires_at, created_at, updated_at)
      overriding system value
      select offer_id, buyer_id, :first_seller + seller_number, state,
             case state when 'draft' then 2 when 'seller_review' then 3 else 4 end,
             case when state <> 'draft' and not (ordered and chance < 0.4) then at + interval '20 minutes' end,
             case when state in ('seller_review', 'buyer_review') then decided + interval '30 days' end,
             at, case state when 'draft' then at when 'seller_review' then at + interval '20 minutes' else decided end
        from trade order by i`,
  // Adjacent products of the seller, never the last one, whose units are unknown.
  lines: `
    create temp table trade_lines on commit drop as
      select row_number() over (order by trade.i, n) + :first_line as id, trade.i, offer_id, state, ordered,
             products.id as product_id, products.name, products.upc, products.sku, products.photo_1, products.category,
             least(12 * (1 + pg_temp.pick(trade.i * 8 + n, 32, 20)), greatest(products.units, 12)) as quantity,
             case when ordered and trade.chance < 0.4 then products.seller_price_cents
               else greatest(5, round(products.seller_price_cents * (0.72 + pg_temp.chance(trade.i * 8 + n, 33) * 0.2)))::bigint end as buyer_price,
             products.seller_price_cents as asking, trade.at, order_number
        from trade
        cross join lateral generate_series(0, pg_temp.pick(trade.i, 31, least(4, :per - 1))::int) n
        join products on products.id = :first_product + (seller_number - 1) * :per
          + 1 + (pg_temp.pick(trade.i, 34, :per - 1) + n) % (:per - 1)`,
  prices: `
    alter table trade_lines add column unit_price bigint;
    update trade_lines set unit_price = case when state = 'buyer_review' then (buyer_price + asking + 1) / 2 else buyer_price end`,
  writeLines: `
    insert into offer_products (id, offer_id, product_id, quantity, unit_price_cents, buyer_price_cents, seller_price_cents, created_at)
      overriding system value
      select id, offer_id, product_id, quantity, unit_price, buyer_price,
             case state when 'draft' then null when 'buyer_review' then unit_price else asking end, at
        from trade_lines order by id`,
  histories: `
    insert into offer_history (offer_id, at, actor, user_id, event, from_state, to_state, lines)
      select trade.offer_id, step.at, step.actor, step.user_id, step.event, step.from_state, step.to_state,
             case step.event when 'counter' then said.now else said.first end
        from trade
        join (select i,
                jsonb_agg(jsonb_build_object('offer_product_id', id, 'name', name, 'quantity', quantity, 'unit_price', buyer_price) order by id) as first,
                jsonb_agg(jsonb_build_object('offer_product_id', id, 'name', name, 'quantity', quantity, 'unit_price', unit_price) order by id) as now
              from trade_lines group by i) said using (i)
        join users buyer on buyer.buyer_id = trade.buyer_id
        join users seller on seller.seller_id = :first_seller + trade.seller_number
        cross join lateral (
          select 1, at + interval '20 minutes', 'buyer', buyer.id, 'submit', 'draft', 'seller_review'
            where state <> 'draft' and not (ordered and chance < 0.4)
          union all
          select 2, decided, 'seller', seller.id, 'counter', 'seller_review', 'buyer_review' where state = 'buyer_review'
          union all
          select 2, decided, 'seller', seller.id, 'reject', 'seller_review', 'rejected' where state = 'rejected'
          union all
          select 2, decided, case when chance < 0.4 then 'buyer' else 'seller' end,
                 case when chance < 0.4 then buyer.id else seller.id end, 'accept',
                 case when chance < 0.4 then 'draft' else 'seller_review' end, 'accepted' where ordered
        ) step (n, at, actor, user_id, event, from_state, to_state)
       order by trade.i, step.n`,
  orders: `
    create temp table trade_orders on commit drop as
      select :first_order + trade.order_number as id, trade.*, sums.total, sums.units, sums.skus,
             (sums.total * :bps * 2 + 10000) / 20000 as fee,
             case
               when decided > now() - interval '36 hours' then
                 (array['awaiting_initial_payment', 'awaiting_initial_payment', 'payment_pending', 'awaiting_shipment'])[1 + pg_temp.pick(i, 41, 4)]
               when decided > now() - interval '6 days' then 'awaiting_shipment'
               when decided > now() - interval '13 days' then 'shipped'
               when decided > now() - interval '21 days' then 'received'
               when decided > now() - interval '30 days' then 'paid_in_full'
               when pg_temp.pick(i, 42, 16) = 0 then 'canceled'
               else 'completed' end as status
        from trade
        join (select i, sum(quantity * unit_price)::bigint as total, sum(quantity)::bigint as units, count(*)::int as skus
                from trade_lines where ordered group by i) sums using (i)`,
  // Order steps, in days after the acceptance.
  steps: `
    create temp table trade_steps (status text, n int, event text, from_status text, to_status text, actor text, days float8) on commit drop;
    insert into trade_steps
      select status, n, event, from_status, to_status, actor, days from (values
        (1, 'confirm_payment', 'awaiting_initial_payment', 'awaiting_shipment', 'provider', 0.02),
        (2, 'ship', 'awaiting_shipment', 'shipped', 'staff', 3.0),
        (3, 'receive', 'shipped', 'received', 'staff', 8.0),
        (4, 'pay_in_full', 'received', 'paid_in_full', 'staff', 12.0),
        (5, 'complete', 'paid_in_full', 'completed', 'staff', 14.0)
      ) way (n, event, from_status, to_status, actor, days)
      join (values ('awaiting_shipment', 1), ('shipped', 2), ('received', 3), ('paid_in_full', 4), ('completed', 5)) ends (status, last)
        on way.n <= ends.last;
    insert into trade_steps values
      ('payment_pending', 1, 'submit_payment', 'awaiting_initial_payment', 'payment_pending', 'staff', 0.01),
      ('canceled', 1, 'cancel', 'awaiting_initial_payment', 'canceled', 'system', 2.0)`,
  writeOrders: `
    insert into purchase_orders (id, offer_id, buyer_id, seller_id, status, version, total_cents, fee_bps, fee_cents,
        total_net_to_seller, total_units, sku_count, carrier, tracking_number, reason, paid_at, created_at, updated_at,
        status_since)
      overriding system value
      select id, offer_id, buyer_id, :first_seller + seller_number, status, 1 + coalesce(n, 0), total, :bps, fee, total - fee, units, skus,
             case when n >= 2 then 'UPS Freight' end, case when n >= 2 then '1Z' || lpad(id::text, 12, '0') end,
             case status when 'canceled' then 'Not paid within 48 hours' end,
             case when n >= 1 and status not in ('payment_pending', 'canceled') then decided + interval '1 day' * 0.02 end,
             decided, decided + interval '1 day' * coalesce(days, 0), decided + interval '1 day' * coalesce(days, 0)
        from trade_orders
        left join (select status, max(n) as n, max(days) as days from trade_steps group by status) last using (status)
       order by id`,
  // The order's net, shared among its lines by largest remainder; ties go to the earlier line.
  writeOrderLines: `
    insert into purchase_order_products (purchase_order_id, product_id, quantity, unit_cents, total_cents, net_to_seller, name, upc, sku, image, category)
      select order_id, product_id, quantity, unit_price, line_total,
             share + case when row_number() over (partition by order_id order by remainder desc, id) <= net - sum(share) over (partition by order_id) then 1 else 0 end,
             name, upc, sku, photo_1, category
        from (
          select trade_orders.id as order_id, lines.*, lines.quantity * lines.unit_price as line_total, total - fee as net,
                 floor((lines.quantity * lines.unit_price)::numeric * (total - fee) / total)::bigint as share,
                 ((lines.quantity * lines.unit_price)::numeric * (total - fee)) % total as remainder
            from trade_orders join trade_lines lines using (i)
        ) shared
       order by order_id, id`,
  orderHistories: `
    insert into order_history (purchase_order_id, at, actor, user_id, event, from_status, to_status, reason)
      select id, at, actor, user_id, event, from_status, to_status, reason from (
        select trade_orders.id, 0 as n, decided as at, case when chance < 0.4 then 'buyer' else 'seller' end as actor,
               case when chance < 0.4 then buyer.id else seller.id end as user_id, 'create' as event,
               null as from_status, 'awaiting_initial_payment' as to_status, null as reason
          from trade_orders
          join users buyer on buyer.buyer_id = trade_orders.buyer_id
          join users seller on seller.seller_id = :first_seller + trade_orders.seller_number
        union all
        select id, step.n, decided + interval '1 day' * step.days, step.actor, null, step.event, step.from_status, step.to_status,
               case step.event when 'cancel' then 'Not paid within 48 hours' end
          from trade_orders join trade_steps step using (status)
      ) happened order by id, n`,
  sold: `
    insert into stock_movements (product_id, units, reason, purchase_order_id, at)
      select product_id, -quantity, 'sold', trade_orders.id, decided
        from trade_orders join trade_lines using (i) order by trade_orders.id, trade_lines.id`,
  returned: `
    insert into stock_movements (product_id, units, reason, purchase_order_id, at)
      select product_id, quantity, 'returned', trade_orders.id, decided + interval '2 days'
        from trade_orders join trade_lines using (i) where status = 'canceled' order by trade_orders.id, trade_lines.id`,
} as const;
