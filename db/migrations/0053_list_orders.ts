import type { Knex } from 'knex';

/** Narrow rows with one index per sort order of staff's lists, so that no page needs sorting. */
export const up = (db: Knex) =>
  db.raw(`
    alter table offer_totals add column created_at timestamptz, add column buyer_email citext, add column seller_email citext;
    create table order_totals (
      order_id integer constraint order_totals_pkey primary key,
      created_at timestamptz not null,
      total_cents bigint not null,
      total_net_to_seller bigint not null,
      fee_cents bigint not null,
      total_units bigint not null,
      sku_count integer not null,
      buyer_email citext,
      seller_email citext,
      constraint order_totals_order_fk foreign key (order_id) references purchase_orders (id) on delete cascade
    );

    -- Read without a lock: a denial holds people's rows while it waits for their offers.
    create function email_of_buyer(company integer) returns citext language sql stable as $$
      select email from users where buyer_id = company
    $$;
    create function email_of_seller(company integer) returns citext language sql stable as $$
      select email from users where seller_id = company
    $$;

    create or replace function offer_totals_after_offer() returns trigger language plpgsql as $$
    begin
      insert into offer_totals (offer_id, total_cents, total_units, sku_count, created_at, buyer_email, seller_email)
        values (new.id, 0, 0, 0, new.created_at, email_of_buyer(new.buyer_id), email_of_seller(new.seller_id))
        on conflict (offer_id) do update set created_at = excluded.created_at,
          buyer_email = excluded.buyer_email, seller_email = excluded.seller_email;
      return null;
    end $$;
    create trigger offer_totals_moved after update of created_at, buyer_id, seller_id on offers
      for each row when (old.created_at <> new.created_at or old.buyer_id <> new.buyer_id or old.seller_id <> new.seller_id)
      execute function offer_totals_after_offer();

    create function order_totals_after_order() returns trigger language plpgsql as $$
    begin
      insert into order_totals values (new.id, new.created_at, new.total_cents, new.total_net_to_seller, new.fee_cents,
          new.total_units, new.sku_count, email_of_buyer(new.buyer_id), email_of_seller(new.seller_id))
        on conflict (order_id) do update set created_at = excluded.created_at, total_cents = excluded.total_cents,
          total_net_to_seller = excluded.total_net_to_seller, fee_cents = excluded.fee_cents,
          total_units = excluded.total_units, sku_count = excluded.sku_count,
          buyer_email = excluded.buyer_email, seller_email = excluded.seller_email;
      return null;
    end $$;
    create trigger order_totals_after_order after insert on purchase_orders
      for each row execute function order_totals_after_order();
    create trigger order_totals_moved
      after update of created_at, total_cents, total_net_to_seller, fee_cents, total_units, sku_count, buyer_id, seller_id
      on purchase_orders for each row when (old.created_at <> new.created_at or old.total_cents <> new.total_cents
        or old.total_net_to_seller <> new.total_net_to_seller or old.fee_cents <> new.fee_cents
        or old.total_units <> new.total_units or old.sku_count <> new.sku_count
        or old.buyer_id <> new.buyer_id or old.seller_id <> new.seller_id)
      execute function order_totals_after_order();

    create function totals_after_person() returns trigger language plpgsql as $$
    declare
      buyers_now integer[];
      sellers_now integer[];
    begin
      -- Old and new company; there is no old one of a new person, and none of either kind for staff.
      buyers_now := array_remove(array[case when tg_op <> 'INSERT' then old.buyer_id end,
        case when tg_op <> 'DELETE' then new.buyer_id end], null);
      sellers_now := array_remove(array[case when tg_op <> 'INSERT' then old.seller_id end,
        case when tg_op <> 'DELETE' then new.seller_id end], null);
      update offer_totals set buyer_email = (select email from users where users.buyer_id = offers.buyer_id)
        from offers where offers.id = offer_totals.offer_id and offers.buyer_id = any (buyers_now);
      update offer_totals set seller_email = (select email from users where users.seller_id = offers.seller_id)
        from offers where offers.id = offer_totals.offer_id and offers.seller_id = any (sellers_now);
      update order_totals set buyer_email = (select email from users where users.buyer_id = orders.buyer_id)
        from purchase_orders orders where orders.id = order_totals.order_id and orders.buyer_id = any (buyers_now);
      update order_totals set seller_email = (select email from users where users.seller_id = orders.seller_id)
        from purchase_orders orders where orders.id = order_totals.order_id and orders.seller_id = any (sellers_now);
      return null;
    end $$;
    create trigger totals_after_person after insert or delete on users
      for each row execute function totals_after_person();
    create trigger totals_after_person_moved after update of email, buyer_id, seller_id on users
      for each row when (old.email::text <> new.email::text or old.buyer_id is distinct from new.buyer_id
        or old.seller_id is distinct from new.seller_id)
      execute function totals_after_person();

    drop function refill_offer_totals();
    create function refill_list_orders() returns void language plpgsql as $$
    begin
      truncate offer_totals, order_totals;
      drop index if exists offer_totals_by_total, offer_totals_by_units, offer_totals_by_skus, offer_totals_by_buyer,
        offer_totals_by_seller, order_totals_by_total, order_totals_by_net, order_totals_by_fee, order_totals_by_units,
        order_totals_by_skus, order_totals_by_buyer, order_totals_by_seller;
      insert into offer_totals (offer_id, total_cents, total_units, sku_count, created_at, buyer_email, seller_email)
        select offers.id, coalesce(lines.cents, 0), coalesce(lines.units, 0), coalesce(lines.skus, 0), offers.created_at,
            buyer.email, seller.email
        from offers
        left join (select offer_id, sum(quantity::numeric * unit_price_cents) as cents, sum(quantity) as units,
            count(*) as skus from offer_products group by offer_id) lines on lines.offer_id = offers.id
        left join users buyer on buyer.buyer_id = offers.buyer_id
        left join users seller on seller.seller_id = offers.seller_id
        order by offers.id;
      insert into order_totals
        select orders.id, orders.created_at, total_cents, total_net_to_seller, fee_cents, total_units, sku_count,
            buyer.email, seller.email
        from purchase_orders orders
        left join users buyer on buyer.buyer_id = orders.buyer_id
        left join users seller on seller.seller_id = orders.seller_id
        order by orders.id;
      create index offer_totals_by_total on offer_totals (total_cents, offer_id);
      create index offer_totals_by_units on offer_totals (total_units, offer_id);
      create index offer_totals_by_skus on offer_totals (sku_count, offer_id);
      create index offer_totals_by_buyer on offer_totals (buyer_email, offer_id);
      create index offer_totals_by_seller on offer_totals (seller_email, offer_id);
      create index order_totals_by_total on order_totals (total_cents, order_id);
      create index order_totals_by_net on order_totals (total_net_to_seller, order_id);
      create index order_totals_by_fee on order_totals (fee_cents, order_id);
      create index order_totals_by_units on order_totals (total_units, order_id);
      create index order_totals_by_skus on order_totals (sku_count, order_id);
      create index order_totals_by_buyer on order_totals (buyer_email, order_id);
      create index order_totals_by_seller on order_totals (seller_email, order_id);
      analyze offer_totals;
      analyze order_totals;
    end $$;
    select refill_list_orders();
  `);

export const down = (db: Knex) => db.raw('select 1');
