import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table release_notes (
      id          integer generated always as identity primary key,
      body        text not null,
      buyer       boolean not null,
      seller      boolean not null,
      created_at  timestamptz not null default now(),
      constraint release_notes_body_present check (btrim(body) <> ''),
      constraint release_notes_for_somebody check (buyer or seller)
    );

    create table release_note_dismissals (
      user_id          integer not null,
      release_note_id  integer not null,
      at               timestamptz not null default now(),
      primary key (user_id, release_note_id),
      constraint release_note_dismissals_user_fk foreign key (user_id) references users (id) on delete cascade,
      constraint release_note_dismissals_note_fk foreign key (release_note_id) references release_notes (id) on delete cascade
    );

    create table contact_requests (
      id          integer generated always as identity primary key,
      name        text not null,
      email       text not null,
      subject     text not null,
      message     text not null,
      user_id     integer,
      created_at  timestamptz not null default now(),
      constraint contact_requests_user_fk foreign key (user_id) references users (id)
    );
    create index contact_requests_by_created_at on contact_requests (created_at desc);
  `);

export const down = (db: Knex) => db.raw('select 1');
