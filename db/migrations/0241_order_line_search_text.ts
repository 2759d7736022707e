import type { Knex } from 'knex';

/** The words that the search in own orders reads, of a line as it was ordered. */
export const up = (db: Knex) =>
  db.raw(`
    alter table purchase_order_products add column search_text text;
    create trigger search_text_insert before insert on purchase_order_products for each row
      execute function note_search_text();
    create trigger search_text_update before update on purchase_order_products for each row
      when (old.name <> new.name or old.upc <> new.upc or old.sku is distinct from new.sku)
      execute function note_search_text();
    insert into search_text_backfill (of, last_id, finished_at)
      select 'purchase_order_products', coalesce(max(id), 0), case when max(id) is null then now() end
        from purchase_order_products;
  `);

export const down = (db: Knex) => db.raw('select 1');
