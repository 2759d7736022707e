import type { Knex } from 'knex';
import { inSteps } from '../give-way';

/** Each statement by itself, so that no lock is held longer than its own. 0382 validates the checks. */
export const config = { transaction: false };

const STATEMENTS = [
  `alter table users
     -- null: an owner, as people are whom a version without roles adds
     add column if not exists role text,
     -- whom staff approved, and who stands for the company where one person is named
     add column if not exists is_primary boolean not null default true,
     add column if not exists order_limit_cents bigint,
     add column if not exists month_limit_cents bigint,
     add column if not exists former_email citext,
     add column if not exists denied_with_company boolean not null default false`,
  `alter table users drop constraint if exists users_role`,
  `alter table users add constraint users_role check (role is null
     or buyer_id is not null and role in ('owner', 'approver', 'purchaser', 'viewer')
     or seller_id is not null and role in ('owner', 'manager', 'warehouse')) not valid`,
  `alter table users drop constraint if exists users_primary_is_owner`,
  `alter table users add constraint users_primary_is_owner
     check (not is_primary or role is null or role = 'owner') not valid`,
  `alter table users drop constraint if exists users_limits`,
  `alter table users add constraint users_limits
     check (order_limit_cents > 0 and month_limit_cents > 0) not valid`,
  `alter table users drop constraint if exists users_status`,
  `alter table users add constraint users_status check (status in
     ('provisional', 'denied', 'approved', 'password_created', 'onboarded', 'removed', 'key')) not valid`,
  `alter table audit_log add column if not exists buyer_id integer, add column if not exists seller_id integer`,
  `create or replace function email_of_buyer(company integer) returns citext language sql stable as $$
     select email from users where buyer_id = company and is_primary
   $$`,
  `create or replace function email_of_seller(company integer) returns citext language sql stable as $$
     select email from users where seller_id = company and is_primary
   $$`,
  `create or replace function totals_after_person() returns trigger language plpgsql as $$
    declare
      buyers_now integer[];
      sellers_now integer[];
    begin
      -- Old and new company; there is no old one of a new person, and none of either kind for staff.
      buyers_now := array_remove(array[case when tg_op <> 'INSERT' then old.buyer_id end,
        case when tg_op <> 'DELETE' then new.buyer_id end], null);
      sellers_now := array_remove(array[case when tg_op <> 'INSERT' then old.seller_id end,
        case when tg_op <> 'DELETE' then new.seller_id end], null);
      update offer_totals set buyer_email = email_of_buyer(offers.buyer_id)
        from offers where offers.id = offer_totals.offer_id and offers.buyer_id = any (buyers_now);
      update offer_totals set seller_email = email_of_seller(offers.seller_id)
        from offers where offers.id = offer_totals.offer_id and offers.seller_id = any (sellers_now);
      update order_totals set buyer_email = email_of_buyer(orders.buyer_id)
        from purchase_orders orders where orders.id = order_totals.order_id and orders.buyer_id = any (buyers_now);
      update order_totals set seller_email = email_of_seller(orders.seller_id)
        from purchase_orders orders where orders.id = order_totals.order_id and orders.seller_id = any (sellers_now);
      return null;
    end $$`,
  `create or replace function refill_list_orders() returns void language plpgsql as $$
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
        left join users buyer on buyer.buyer_id = offers.buyer_id and buyer.is_primary
        left join users seller on seller.seller_id = offers.seller_id and seller.is_primary
        order by offers.id;
      insert into order_totals
        select orders.id, orders.created_at, total_cents, total_net_to_seller, fee_cents, total_units, sku_count,
            buyer.email, seller.email
        from purchase_orders orders
        left join users buyer on buyer.buyer_id = orders.buyer_id and buyer.is_primary
        left join users seller on seller.seller_id = orders.seller_id and seller.is_primary
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
    end $$`,
  // A member other than the primary owner changes no total.
  `create or replace trigger totals_after_person after insert on users for each row
     when (new.is_primary) execute function totals_after_person()`,
  `create or replace trigger totals_after_person_deleted after delete on users for each row
     when (old.is_primary) execute function totals_after_person()`,
  `create or replace trigger totals_after_person_moved
     after update of email, buyer_id, seller_id, is_primary on users for each row
     when ((old.is_primary or new.is_primary)
       and (old.email::text <> new.email::text or old.buyer_id is distinct from new.buyer_id
         or old.seller_id is distinct from new.seller_id or old.is_primary <> new.is_primary))
     execute function totals_after_person()`,
];

export const up = (db: Knex) => inSteps(db, STATEMENTS);

export const down = (db: Knex) => db.raw('select 1');
