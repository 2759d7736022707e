import type { Knex } from 'knex';

/** Heartbeats are unlogged: a crash empties them, and the next beat is seconds away. */
export const up = (db: Knex) =>
  db.raw(`
    create unlogged table processes (
      id          uuid primary key,
      kind        text not null,
      host        text not null,
      pid         integer not null,
      version     text not null,
      node        text not null,
      started_at  timestamptz not null default now(),
      seen_at     timestamptz not null default now(),
      figures     jsonb not null default '{}',
      constraint processes_kind check (kind in ('web', 'worker', 'all'))
    );
    create table consistency_checks (
      id          integer generated always as identity primary key,
      started_at  timestamptz not null default now(),
      finished_at timestamptz,
      trigger     text not null,
      constraint consistency_checks_trigger check (trigger in ('nightly', 'staff', 'command'))
    );
    create unique index consistency_checks_running on consistency_checks ((true)) where finished_at is null;
    create table consistency_findings (
      id            bigint generated always as identity primary key,
      check_id      integer not null references consistency_checks on delete cascade,
      name          text not null,
      subject_type  text not null,
      subject_id    text not null,
      detail        jsonb not null default '{}'
    );
    create index consistency_findings_by_check on consistency_findings (check_id, name);
    create table backups (
      id          integer generated always as identity primary key,
      started_at  timestamptz not null default now(),
      finished_at timestamptz,
      bytes       bigint,
      location    text not null,
      checksum    text,
      error       text
    );
    alter table mails add column discarded_at timestamptz;
  `);

export const down = (db: Knex) => db.raw('select 1');
