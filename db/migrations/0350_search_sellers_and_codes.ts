import type { Knex } from 'knex';
import { inSteps } from '../give-way';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

const LISTABLE = 'where deleted_at is null and not provisional';

const INDEXES: Readonly<Record<string, string>> = {
  sellers_by_word: 'sellers using gin (seller_words(name))',
  products_by_upc: `products (lpad(upc, 14, '0')) ${LISTABLE}`,
  products_by_sku: `products (lower(sku)) ${LISTABLE} and sku is not null`,
};

/** Searches find words of a seller's name, and a whole UPC or SKU. */
export async function up(db: Knex) {
  await inSteps(db, [
    // Indexes are built with a search path of their own.
    `create or replace function seller_words(name text) returns tsvector language sql immutable parallel safe
       set search_path = public, pg_catalog as $$
       select array_to_tsvector(listing_words(name))
     $$`,
    // An index in memory compares its cached searches again with the products of a renamed seller.
    `create or replace trigger listings_after_seller_name after update of name on sellers for each row
       when (old.name <> new.name) execute function listings_after_seller()`,
    `create or replace function listings_after_code() returns trigger language plpgsql as $$
     begin
       insert into listing_changes (product_id) values (new.id);
       return null;
     end $$;
     create or replace trigger listings_after_code after update of upc, sku on products for each row
       when (not new.provisional and new.deleted_at is null
         and (old.upc, old.sku) is distinct from (new.upc, new.sku)) execute function listings_after_code()`,
  ]);
  for (const [name, definition] of Object.entries(INDEXES)) {
    // A build that was cut off leaves an invalid index behind.
    await db.raw(`drop index concurrently if exists ${name}`);
    await db.raw(`create index concurrently ${name} on ${definition}`);
  }
}

export const down = (db: Knex) => db.raw('select 1');
