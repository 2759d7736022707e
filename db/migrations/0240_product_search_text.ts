import type { Knex } from 'knex';

/** The words that the search in own offers reads, beside the row that has them: a new name is one row. */
export const up = (db: Knex) =>
  db.raw(`
    -- One space before each word, so that a text has a word's beginning where it has the space and the beginning.
    create function search_words(body text) returns text language sql immutable parallel safe as $$
      select ' ' || regexp_replace(listing_fold(body), listing_gap(), ' ', 'g')
    $$;
    create function goods_words(name text, upc text, sku text) returns text language sql immutable parallel safe as $$
      select search_words(name || ' ' || upc || coalesce(' ' || sku, ''))
    $$;
    create function note_search_text() returns trigger language plpgsql as $$
    begin
      new.search_text := goods_words(new.name, new.upc, new.sku);
      return new;
    end $$;

    -- Null in rows from before, until they are filled in. Readers find the same without it.
    alter table products add column search_text text;
    create trigger search_text_insert before insert on products for each row execute function note_search_text();
    create trigger search_text_update before update on products for each row
      when (old.name <> new.name or old.upc <> new.upc or old.sku is distinct from new.sku)
      execute function note_search_text();

    create table search_text_backfill (
      of           text primary key,
      last_id      integer not null,
      after_id     integer not null default 0,
      finished_at  timestamptz,
      constraint search_text_backfill_of check (of in ('products', 'purchase_order_products'))
    );
    insert into search_text_backfill (of, last_id, finished_at)
      select 'products', coalesce(max(id), 0), case when max(id) is null then now() end from products;
  `);

export const down = (db: Knex) => db.raw('select 1');
