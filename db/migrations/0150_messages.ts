import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- One thread per offer. Ids of a thread grow with its commits: they are written under the offer's lock.
    create table messages (
      id             bigint generated always as identity primary key,
      offer_id       integer not null,
      side           text not null,
      user_id        integer not null,
      act            text,
      history_id     bigint,
      body           text not null,
      -- null: nothing to mask
      masked_body    text,
      client_key     uuid,
      hidden_at      timestamptz,
      hidden_by      integer,
      hidden_reason  text,
      created_at     timestamptz not null default now(),
      constraint messages_side check (side in ('buyer', 'seller')),
      constraint messages_act check (act in ('submit', 'counter', 'reject', 'withdraw', 'accept')),
      constraint messages_body check (length(body) between 1 and 2000),
      constraint messages_once_per_act unique (history_id),
      constraint messages_once_per_key unique (user_id, client_key)
    );
    create index messages_of_offer on messages (offer_id, id);
    create index messages_of_person on messages (user_id, created_at) where act is null;

    create table message_reads (
      offer_id      integer not null,
      user_id       integer not null,
      last_read_id  bigint not null,
      primary key (offer_id, user_id)
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
