import type { Knex } from 'knex';

/** Totals for every offer, also without lines, with an index for each sort order. */
export const up = (db: Knex) =>
  db.raw(`
    create index offer_totals_by_units on offer_totals (total_units, offer_id);
    create index offer_totals_by_skus on offer_totals (sku_count, offer_id);

    create function offer_totals_after_offer() returns trigger language plpgsql as $$
    begin
      insert into offer_totals values (new.id, 0, 0, 0) on conflict do nothing;
      return null;
    end $$;
    create trigger offer_totals_after_offer after insert on offers
      for each row execute function offer_totals_after_offer();

    create or replace function refill_offer_totals() returns void language sql as $$
      truncate offer_totals;
      insert into offer_totals (offer_id, total_cents, total_units, sku_count)
        select offers.id, coalesce(sum(quantity::numeric * unit_price_cents), 0), coalesce(sum(quantity), 0),
            count(offer_products.id)
        from offers left join offer_products on offer_products.offer_id = offers.id
        group by offers.id order by offers.id
    $$;
    insert into offer_totals select id, 0, 0, 0 from offers on conflict do nothing;
  `);

export const down = (db: Knex) => db.raw('select 1');
