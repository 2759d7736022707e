import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- No row: instant.
    create table notification_choices (
      user_id     integer not null,
      kind        text not null,
      email       text not null,
      updated_at  timestamptz not null default now(),
      primary key (user_id, kind),
      constraint notification_choices_user_fk foreign key (user_id) references users (id),
      constraint notification_choices_email check (email in ('instant', 'daily', 'off'))
    );

    -- What people with the choice daily get in one mail.
    create table email_notices (
      id         integer generated always as identity primary key,
      user_id    integer not null,
      kind       text not null,
      event_key  text not null,
      content    jsonb not null,
      at         timestamptz not null default now(),
      -- the daily mail that it left with
      mail_id    integer,
      constraint email_notices_user_fk foreign key (user_id) references users (id),
      constraint email_notices_once_per_event unique (event_key)
    );
    create index email_notices_open on email_notices (user_id, id) where mail_id is null;

    alter table mails add column headers jsonb;
  `);

export const down = (db: Knex) => db.raw('select 1');
