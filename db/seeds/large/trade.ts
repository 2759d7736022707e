import { FROZEN_ADDRESS } from '../../../server/addresses/queries';

/**
 * Offers and orders in bulk, each statement over generate_series. Bindings: :offers, :orders, :buyers, :sellers,
 * :per (products of a seller), :first_* (the last id before ours), :bps, :claim_days.
 */
export const TRADE = {
  places: `
    create temp table places on commit drop as
      select buyer_id, seller_id, id as address_id, ${FROZEN_ADDRESS} as place
        from addresses where is_default and (buyer_id > :first_buyer or seller_id > :first_seller);
    create index on places (buyer_id);
    create index on places (seller_id);
    analyze places`,
  // Times ascend with the number. One buyer and one seller have many more than the others. Some offers become orders; of the others the recent ones are open, the rest closed.
  offers: `
    create temp table trade on commit drop as
      select i,
             :first_offer + i as offer_id,
             floor(i::numeric * :orders / :offers)::int as order_number,
             floor(i::numeric * :orders / :offers) > floor((i - 1)::numeric * :orders / :offers) as ordered,
             :first_buyer + 1 + case when i > :offers - :buyers then i % :buyers when pg_temp.pick(i, 26, 100) = 0 then 0
               else pg_temp.pick(i, 21, :buyers) end as buyer_id,
             1 + case when pg_temp.pick(i, 27, 100) = 0 then 0 else pg_temp.pick(i, 22, :sellers) end as seller_number,
             pg_temp.chance(i, 23) as chance,
             now() - interval '540 days' * (1 - i::float8 / :offers) - interval '1 day' * (1 + pg_temp.chance(i, 24)) as at
        from generate_series(1, :offers) i`,
  states: `
    alter table trade add column state text, add column decided timestamptz, add column terms text, add column freight bigint;
    update trade set
      decided = at + interval '20 hours' * pg_temp.chance(i, 25) + interval '1 hour',
      state = case
        when ordered then 'accepted'
        when at < now() - interval '27 days' then 'rejected'
        when chance < 0.4 then 'seller_review'
        when chance < 0.7 then 'buyer_review'
        when chance < 0.97 or i <= :offers - :buyers then 'rejected'
        else 'draft' end`,
  // Who buys at once, or has no address, has no freight quoted.
  terms: `
    update trade set terms = case
        when offered = 'buyer_pays' and (ordered and chance < 0.4 or not exists (select from places where places.buyer_id = trade.buyer_id))
          then 'seller_pays' else offered end
      from (select i as of, shipping_terms[1 + pg_temp.pick(i, 35, cardinality(shipping_terms))] as offered
              from trade join sellers on sellers.id = :first_seller + seller_number) chosen
     where chosen.of = i and state <> 'draft';
    update trade set freight = 4500 + pg_temp.pick(i, 36, 60000)
     where terms = 'buyer_pays' and state in ('accepted', 'buyer_review')`,
  writeOffers: `
    insert into offers (id, buyer_id, seller_id, state, version, submitted_at, expires_at, created_at, updated_at,
        ship_to_address_id, ship_to, shipping_terms, freight_cents, agreed_freight_cents, carrier_instructions)
      overriding system value
      select offer_id, trade.buyer_id, :first_seller + seller_number, state,
             case state when 'draft' then 2 when 'seller_review' then 3 else 4 end,
             case when state <> 'draft' and not (ordered and chance < 0.4) then at + interval '20 minutes' end,
             case when state in ('seller_review', 'buyer_review') then decided + interval '30 days' end,
             at, case state when 'draft' then at when 'seller_review' then at + interval '20 minutes' else decided end,
             address_id, case when state <> 'rejected' then place end, terms, freight, case state when 'accepted' then freight end,
             case terms when 'buyer_carrier' then 'Account 104-22, call before pickup' end
        from trade left join places on places.buyer_id = trade.buyer_id and terms in ('seller_pays', 'buyer_pays') order by i`,
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
  // A claim that is undecided holds up the release. What is released is paid out with the Monday after.
  orders: `
    create temp table trade_orders on commit drop as
      select drawn.*, (goods * :bps * 2 + 10000) / 20000 as fee,
             status in ('received', 'paid_in_full', 'completed') and not held and free_at <= now() as released
        from (
          select :first_order + trade.order_number as id, trade.*, sums.*, goods + coalesce(freight, 0) as total, free_at,
                 date_trunc('week', free_at) + interval '7 days' as paid_out_at, pg_temp.pick(trade.i, 45, 8) = 0 and decided > now() - interval '21 days' as held,
                 case
                   when decided > now() - interval '36 hours' then
                     (array['awaiting_initial_payment', 'awaiting_initial_payment', 'payment_pending', 'awaiting_shipment'])[1 + pg_temp.pick(trade.i, 41, 4)]
                   when decided > now() - interval '6 days' then 'awaiting_shipment'
                   when decided > now() - interval '13 days' then 'shipped'
                   when decided < now() - interval '30 days' and pg_temp.pick(trade.i, 42, 16) = 0 then 'canceled'
                   when date_trunc('week', free_at) + interval '9 days' > now() or pg_temp.pick(trade.i, 45, 8) = 0 and decided > now() - interval '21 days' then 'received'
                   when decided > now() - interval '60 days' and pg_temp.pick(trade.i, 44, 20) = 0 then 'paid_in_full'
                   else 'completed' end as status
            from trade
            join (select i as of, sum(quantity * unit_price)::bigint as goods, sum(quantity)::bigint as units, count(*)::int as skus,
                         (array_agg(quantity order by id))[1] as first_quantity, (array_agg(unit_price order by id))[1] as first_price
                    from trade_lines where ordered group by i) sums on sums.of = trade.i
            cross join lateral (select decided + interval '8 days' + interval '1 day' * :claim_days as free_at) due
        ) drawn;
    alter table trade_orders add primary key (id);
    analyze trade_orders`,
  // Order steps, in days after the acceptance; the last two with the payout.
  steps: `
    create temp table trade_steps (status text, n int, event text, from_status text, to_status text, actor text, days float8) on commit drop;
    insert into trade_steps
      select status, n, event, from_status, to_status, actor, days from (values
        (1, 'confirm_payment', 'awaiting_initial_payment', 'awaiting_shipment', 'provider', 0.02),
        (2, 'ship', 'awaiting_shipment', 'shipped', 'seller', 3.0),
        (3, 'receive', 'shipped', 'received', 'buyer', 8.0),
        (4, 'pay_in_full', 'received', 'paid_in_full', 'system', null),
        (5, 'complete', 'paid_in_full', 'completed', 'system', null)
      ) way (n, event, from_status, to_status, actor, days)
      join (values ('awaiting_shipment', 1), ('shipped', 2), ('received', 3), ('paid_in_full', 4), ('completed', 5)) ends (status, last)
        on way.n <= ends.last;
    insert into trade_steps values
      ('payment_pending', 1, 'submit_payment', 'awaiting_initial_payment', 'payment_pending', 'staff', 0.01),
      ('canceled', 1, 'cancel', 'awaiting_initial_payment', 'canceled', 'system', 2.0)`,
  // The order's net without freight, shared among its lines by largest remainder; ties go to the earlier line.
  orderLines: `
    create temp table order_lines on commit drop as
      select :first_order_line + row_number() over (order by order_id, id) as id,
             row_number() over (partition by order_id order by id) as n,
             order_id, product_id, quantity, unit_price, line_total, name, upc, sku, photo_1, category,
             share + case when row_number() over (partition by order_id order by remainder desc, id) <= net - sum(share) over (partition by order_id) then 1 else 0 end as net
        from (
          select trade_orders.id as order_id, lines.*, lines.quantity * lines.unit_price as line_total, goods - fee as net,
                 floor((lines.quantity * lines.unit_price)::numeric * (goods - fee) / goods)::bigint as share,
                 ((lines.quantity * lines.unit_price)::numeric * (goods - fee)) % goods as remainder
            from trade_orders join trade_lines lines using (i)
        ) shared;
    insert into purchase_order_products (id, purchase_order_id, product_id, quantity, unit_cents, total_cents, net_to_seller, name, upc, sku, image, category)
      overriding system value
      select id, order_id, product_id, quantity, unit_price, line_total, net, name, upc, sku, photo_1, category from order_lines order by id;
    analyze order_lines`,
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
        select id, step.n, coalesce(decided + interval '1 day' * step.days, paid_out_at), step.actor, null, step.event, step.from_status, step.to_status,
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
