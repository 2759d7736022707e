import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- How many messages each stream had. Unlogged, because clients refetch after a crash.
    create unlogged table cable_streams (
      stream        text primary key,
      -- another count than that of a deleted row of the same stream
      epoch         text not null default to_hex((random() * 4294967295)::bigint),
      "offset"      bigint not null,
      published_at  timestamptz not null default clock_timestamp()
    ) with (fillfactor = 50);
    -- The last messages of the streams, for clients that were disconnected.
    create unlogged table cable_messages (
      stream      text not null,
      epoch       text not null,
      "offset"    bigint not null,
      -- by which a sender finds what it sent before its connection broke
      envelope    text not null,
      -- null where it was too long to keep
      json        text,
      created_at  timestamptz not null default clock_timestamp(),
      primary key (stream, epoch, "offset")
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
