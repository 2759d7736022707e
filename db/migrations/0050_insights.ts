import type { Knex } from 'knex';

/** Offer totals by trigger, and trigram indexes for staff's lists. products.units has no index, to keep sales cheap. */
export const up = (db: Knex) =>
  db.raw(`
    create table offer_totals (
      offer_id integer constraint offer_totals_pkey primary key,
      total_cents numeric not null,
      total_units numeric not null,
      sku_count integer not null,
      constraint offer_totals_offer_fk foreign key (offer_id) references offers (id) on delete cascade
    );
    create index offer_totals_by_total on offer_totals (total_cents, offer_id);

    create function add_to_offer_totals(offer integer, cents numeric, quantity numeric, skus integer) returns void
      language sql as $$
      insert into offer_totals values (offer, cents, quantity, skus)
        on conflict (offer_id) do update set total_cents = offer_totals.total_cents + excluded.total_cents,
          total_units = offer_totals.total_units + excluded.total_units,
          sku_count = offer_totals.sku_count + excluded.sku_count
    $$;

    create function offer_totals_after_lines() returns trigger language plpgsql as $$
    begin
      -- Where the offer itself goes, its totals go by their foreign key.
      if tg_op in ('UPDATE', 'DELETE') then
        update offer_totals set total_cents = total_cents - old.quantity::numeric * old.unit_price_cents,
            total_units = total_units - old.quantity, sku_count = sku_count - 1
          where offer_id = old.offer_id;
      end if;
      if tg_op in ('INSERT', 'UPDATE') then
        perform add_to_offer_totals(new.offer_id, new.quantity::numeric * new.unit_price_cents, new.quantity, 1);
      end if;
      return null;
    end $$;

    create trigger offer_totals_after_insert after insert on offer_products
      for each row execute function offer_totals_after_lines();
    create trigger offer_totals_after_delete after delete on offer_products
      for each row execute function offer_totals_after_lines();
    create trigger offer_totals_after_update after update of offer_id, quantity, unit_price_cents on offer_products
      for each row when (old.offer_id <> new.offer_id or old.quantity <> new.quantity
        or old.unit_price_cents <> new.unit_price_cents)
      execute function offer_totals_after_lines();

    create function refill_offer_totals() returns void language sql as $$
      truncate offer_totals;
      insert into offer_totals (offer_id, total_cents, total_units, sku_count)
        select offer_id, sum(quantity::numeric * unit_price_cents), sum(quantity), count(*)
        from offer_products group by offer_id order by offer_id
    $$;
    select refill_offer_totals();

    create index users_email_words on users using gin ((email::text) gin_trgm_ops);
    create index users_name_words on users using gin (full_name gin_trgm_ops);
    create index buyers_name_words on buyers using gin (name gin_trgm_ops);
    create index sellers_name_words on sellers using gin (name gin_trgm_ops);
    create index products_by_name on products (lower(name), id) where deleted_at is null;
  `);

export const down = (db: Knex) => db.raw('select 1');
