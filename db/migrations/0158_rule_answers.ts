import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- What rules did. Rules may be gone by then.
    create table rule_answers (
      history_id   bigint primary key references offer_history (id) on delete cascade,
      offer_id     integer not null references offers (id) on delete cascade,
      seller_id    integer not null references sellers (id),
      buyer_id     integer not null references buyers (id),
      outcome      text not null,
      rule_ids     integer[] not null,
      product_ids  integer[] not null,
      label        text not null,
      at           timestamptz not null default now(),
      constraint rule_answers_outcome check (outcome in ('accept', 'counter', 'reject'))
    );
    create index rule_answers_of_seller on rule_answers (seller_id, at);
    create index rule_answers_of_buyer on rule_answers (buyer_id, at) where outcome <> 'accept';
    create index rule_answers_of_offer on rule_answers (offer_id);
  `);

export const down = (db: Knex) => db.raw('select 1');
