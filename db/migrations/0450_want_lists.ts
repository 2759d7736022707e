import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

/**
 * Each reference locks a table in use, so that it is added by itself. There is none to products, which are never deleted:
 * it would lock those that a list matches against their sales.
 */
export const config = { transaction: false };

const TABLES = `
  -- What a buyer is missing, as a text or a file that the worker reads.
  create table if not exists want_lists (
    id          integer generated always as identity primary key,
    buyer_id    integer not null,
    user_id     integer not null,
    name        text not null,
    state       text not null default 'reading',
    -- why it could not be read
    error       text,
    stored_key  text not null,
    alert       text not null default 'daily',
    -- of wants without a date of their own
    ends_on     date not null,
    version     integer not null default 1,
    created_at  timestamptz not null default now(),
    constraint want_lists_name check (char_length(name) between 1 and 80),
    constraint want_lists_state check (state in ('reading', 'matching', 'ready', 'failed')),
    constraint want_lists_error check ((error is not null) = (state = 'failed')),
    constraint want_lists_alert check (alert in ('instant', 'daily', 'off'))
  );
  create index if not exists want_lists_of_buyer on want_lists (buyer_id, id);

  create table if not exists wants (
    id            integer generated always as identity primary key,
    want_list_id  integer not null references want_lists (id) on delete cascade,
    buyer_id      integer not null,
    -- of the text
    line          integer not null,
    -- found by the first of the three that it has
    upc           text,
    gtin          text,
    sku           text,
    name          text,
    -- of a want that is found by its name, as listing_words() reads it; key_word is the longest
    words         text[],
    key_word      text,
    quantity      bigint,
    target_cents  bigint,
    -- null: with its list
    ends_on       date,
    status        text not null default 'waiting',
    -- matching still has to look for it
    unmatched     boolean not null default true,
    product_id    integer,
    offer_id      integer,
    -- what is wrong with the line, the first one first
    problems      text[] not null default '{}',
    constraint wants_gtin check ((upc is null) = (gtin is null) and length(gtin) = 14),
    constraint wants_item check (num_nonnulls(gtin, sku, name) > 0 or 'item' = any (problems)),
    constraint wants_words check ((words is null) = (key_word is null)),
    constraint wants_quantity check (quantity > 0),
    constraint wants_complete check (quantity is not null or problems <> '{}'),
    constraint wants_target check (target_cents > 0),
    constraint wants_status check (status in ('waiting', 'proposed', 'matched', 'drafted', 'closed')),
    constraint wants_product check (status <> 'matched' or product_id is not null),
    constraint wants_problems check (problems = '{}' or status = 'closed' and not unmatched)
  );
  create index if not exists wants_of_list on wants (want_list_id, line, id);
  create index if not exists wants_unmatched on wants (want_list_id, id) where unmatched;
  create index if not exists wants_open_of_buyer on wants (buyer_id) where status in ('waiting', 'proposed', 'matched');
  create index if not exists wants_by_gtin on wants (gtin)
    where gtin is not null and status in ('waiting', 'proposed', 'matched');
  create index if not exists wants_by_sku on wants (lower(sku))
    where gtin is null and sku is not null and status in ('waiting', 'proposed');
  create index if not exists wants_by_key_word on wants (key_word)
    where key_word is not null and status in ('waiting', 'proposed');
  create index if not exists wants_of_product on wants (product_id) where status = 'matched';

  create table if not exists want_proposals (
    want_id     integer not null references wants (id) on delete cascade,
    product_id  integer not null,
    -- the best one first
    rank        smallint not null,
    primary key (want_id, product_id)
  );

  create table if not exists want_news (
    want_id     integer not null references wants (id) on delete cascade,
    product_id  integer not null,
    at          timestamptz not null default now(),
    -- when it was mailed, or when there was no alert to mail it by
    sent_at     timestamptz,
    primary key (want_id, product_id)
  );
  create index if not exists want_news_unsent on want_news (want_id) where sent_at is null;

  -- How many buyers want an item, where that reveals none of them.
  create table if not exists want_guides (
    gtin         text primary key,
    buyers       integer not null,
    units        bigint not null,
    computed_on  timestamptz not null default now()
  )`;

export const up = (db: Knex) =>
  inSteps(db, [
    TABLES,
    foreignKeys('buyers', { want_lists: 'buyer_id', wants: 'buyer_id' }),
    foreignKeys('users', { want_lists: 'user_id' }),
  ]);

export const down = (db: Knex) => db.raw('select 1');
