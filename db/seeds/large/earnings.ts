/** Claims, what went back and what was paid out, for the ledger. Bindings as in trade.ts. */
export const EARNINGS = {
  claims: `
    create temp table trade_claims on commit drop as
      select :first_claim + row_number() over (order by drawn.id) as id, drawn.id as order_id, drawn.i, first_line.id as line_id, first_price,
             outcome, reason, opened, greatest(1, first_quantity / 10) as quantity, buyer_id, seller_number
        from (
          select trade_orders.*,
                 case when status = 'received' and held or status = 'shipped' and pg_temp.pick(trade_orders.i, 81, 40) = 0 then 'undecided'
                      when released and pg_temp.pick(trade_orders.i, 82, 25) = 0 then (array['approved', 'approved', 'approved', 'denied', 'withdrawn'])[1 + pg_temp.pick(trade_orders.i, 83, 5)]
                 end as outcome,
                 case when status = 'shipped' then 'not_received' else (array['damaged', 'missing', 'wrong_item'])[1 + pg_temp.pick(trade_orders.i, 84, 3)] end as reason,
                 decided + case when status = 'shipped' then interval '6 days' when held then interval '12 days' else interval '10 days' end as opened
            from trade_orders join shipped using (id) where short = 0
        ) drawn
        join order_lines first_line on first_line.order_id = drawn.id and first_line.n = 1
       where outcome is not null;
    insert into claims (id, purchase_order_id, status, description, answer_by, decided_at, explanation, created_at, updated_at)
      overriding system value
      select id, order_id, case when outcome <> 'undecided' then outcome when opened > now() - interval '72 hours' then 'open' else 'in_review' end,
             'Some units are not as they should be. The cartons were opened by the carrier.', opened + interval '72 hours',
             case when outcome in ('approved', 'denied') then opened + interval '2 days' end,
             case outcome when 'denied' then 'The photos show another product.' end, opened,
             opened + case outcome when 'undecided' then interval '0' else interval '2 days' end
        from trade_claims order by id;
    insert into claim_lines (claim_id, purchase_order_product_id, quantity, reason, requested_cents, refund_cents)
      select id, line_id, quantity, reason, quantity * first_price,
             case outcome when 'approved' then quantity * first_price when 'denied' then 0 end from trade_claims order by id;
    insert into claim_messages (claim_id, at, author, user_id, body)
      select trade_claims.id, opened + interval '1 hour', 'seller', users.id, 'All units were checked before they were packed.'
        from trade_claims join users on users.seller_id = :first_seller + seller_number where pg_temp.pick(i, 85, 2) = 0 order by trade_claims.id;
    insert into claim_photos (claim_id, file_key, ready)
      select id, '/demo/mug-cream', true from trade_claims where reason <> 'missing' and reason <> 'not_received' order by id`,
  adjustments: `
    create temp table returned on commit drop as
      select :first_adjustment + row_number() over (order by order_id) as id, back.*,
             trade_orders.fee - ((trade_orders.goods - back.goods) * :bps * 2 + 10000) / 20000 as fee
        from (
          select order_id, id as claim_id, 'claim' as kind, line_id, quantity, quantity * first_price as goods, opened + interval '2 days' as at
            from trade_claims where outcome = 'approved'
          union all
          select shipped.id, null, 'short_ship', order_lines.id, short, short * unit_price, decided + interval '3 days'
            from shipped join trade_orders using (id) join order_lines on order_lines.order_id = shipped.id and n = 1 where short > 0
        ) back join trade_orders on trade_orders.id = order_id;
    insert into adjustments (id, purchase_order_id, kind, number, claim_id, reason, goods_cents, freight_cents, fee_cents, net_cents, created_at)
      overriding system value
      select id, order_id, kind, 1, claim_id, case kind when 'short_ship' then 'Out of stock' end, goods, 0, fee, goods - fee, at from returned order by id;
    insert into adjustment_lines (adjustment_id, purchase_order_product_id, quantity, goods_cents)
      select id, line_id, quantity, goods from returned order by id;
    insert into refunds (purchase_order_id, idempotency_key, amount_cents, status, adjustment_id, failure, created_at, updated_at)
      select order_id, 'refund-adjustment-' || id, goods, case when pg_temp.pick(id, 86, 200) = 0 then 'failed' else 'succeeded' end, id,
             case when pg_temp.pick(id, 86, 200) = 0 then 'The charge cannot be refunded.' end, at, at from returned order by id`,
  // What staff paid in full has a payout of its own, the rest one of its seller and week.
  payouts: `
    create temp table items on commit drop as
      select trade_orders.id as order_id, :first_seller + seller_number as seller_id, paid_out_at, trade_orders.status,
             case status when 'paid_in_full' then trade_orders.id end as single, total - trade_orders.fee as net,
             returned.id as adjustment_id, returned.goods - returned.fee as net_back
        from trade_orders left join returned on returned.order_id = trade_orders.id
       where trade_orders.released and paid_out_at <= now();
    create temp table batches on commit drop as
      select :first_batch + row_number() over (order by paid_out_at) as id, paid_out_at from items where single is null group by paid_out_at;
    insert into payout_batches (id, at) overriding system value select id, paid_out_at from batches;
    create temp table due on commit drop as
      select :first_payout + row_number() over (order by paid_out_at, seller_id, single) as id, paid_out_at, seller_id, single,
             min(status) <> 'received' as paid, sum(net - coalesce(net_back, 0))::bigint as amount
        from items group by paid_out_at, seller_id, single;
    analyze items;
    analyze due;
    insert into payouts (id, batch_id, seller_id, amount_cents, status, reference, paid_on, created_at, updated_at)
      overriding system value
      select due.id, batches.id, seller_id, amount, case when paid then 'paid' else 'draft' end,
             case when single is not null then 'Marked by staff' when paid then 'ACH-' || due.id end,
             case when paid then (due.paid_out_at at time zone 'UTC')::date end, due.paid_out_at, due.paid_out_at
        from due left join batches on batches.paid_out_at = due.paid_out_at and single is null order by due.id;
    insert into payout_items (payout_id, purchase_order_id, adjustment_id, amount_cents)
      select due.id, order_id, item.adjustment_id, item.amount
        from due join items on items.paid_out_at = due.paid_out_at and items.seller_id = due.seller_id and items.single is not distinct from due.single
        cross join lateral (select null::int as adjustment_id, net as amount
                            union all select items.adjustment_id, -net_back where items.adjustment_id is not null) item
       order by due.id, order_id, item.adjustment_id nulls first;
    analyze purchase_orders;
    analyze adjustments;
    analyze payouts`,
} as const;
