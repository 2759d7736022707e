import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table bulk_answers (
      id           integer generated always as identity primary key,
      seller_id    integer not null references sellers (id),
      user_id      integer not null references users (id),
      -- the client's, so that a repeated request is the same answer
      key          uuid not null unique,
      rule         jsonb not null,
      state        text not null default 'running',
      created_at   timestamptz not null default now(),
      finished_at  timestamptz,
      constraint bulk_answers_state check (state in ('running', 'done'))
    );

    create table bulk_answer_rows (
      bulk_answer_id     integer not null references bulk_answers (id),
      offer_id           integer not null references offers (id) on delete cascade,
      position           integer not null,
      version            integer not null,
      action             text not null,
      lines              jsonb not null,
      state              text not null default 'waiting',
      reason             text,
      purchase_order_id  integer references purchase_orders (id),
      primary key (bulk_answer_id, offer_id),
      constraint bulk_answer_rows_action check (action in ('accept', 'counter', 'reject', 'skip')),
      constraint bulk_answer_rows_state check (state in ('waiting', 'done', 'skipped', 'failed'))
    );
    create index bulk_answer_rows_of_offer on bulk_answer_rows (offer_id);
  `);

export const down = (db: Knex) => db.raw('select 1');
