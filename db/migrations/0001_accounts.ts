import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create extension if not exists citext;
    create extension if not exists pg_trgm;

    create table buyers (
      id          integer generated always as identity primary key,
      name        text not null,
      category    text not null,
      created_at  timestamptz not null default now(),
      constraint buyers_name_present check (btrim(name) <> '')
    );

    create table sellers (
      id               integer generated always as identity primary key,
      name             text not null,
      category         text,
      description      text not null default '',
      logo             text,
      banner           text,
      tiktok_handle    text,
      tiktok_count     text,
      insta_handle     text,
      instagram_count  text,
      suspended_at     timestamptz,
      profile_complete boolean not null generated always as
        (coalesce(logo, '') <> '' and btrim(name) <> '' and btrim(description) <> '') stored,
      version          integer not null default 1,
      created_at       timestamptz not null default now(),
      updated_at       timestamptz not null default now(),
      constraint sellers_name_present check (btrim(name) <> ''),
      constraint sellers_description_length check (char_length(description) <= 550),
      constraint sellers_tiktok_count check (tiktok_count in ('<100K', '100K+', '500K+', '1M+')),
      constraint sellers_instagram_count check (instagram_count in ('<100K', '100K+', '500K+', '1M+'))
    );
    create index sellers_by_name on sellers (lower(name), id);

    create table users (
      id               integer generated always as identity primary key,
      email            citext not null,
      full_name        text not null default '',
      status           text not null,
      admin            boolean not null default false,
      buyer_id         integer,
      seller_id        integer,
      password_digest  text,
      features         text[] not null default '{}',
      created_at       timestamptz not null default now(),
      updated_at       timestamptz not null default now(),
      constraint users_email_unique unique (email),
      constraint users_buyer_unique unique (buyer_id),
      constraint users_seller_unique unique (seller_id),
      constraint users_buyer_fk foreign key (buyer_id) references buyers (id),
      constraint users_seller_fk foreign key (seller_id) references sellers (id),
      constraint users_status check (status in ('provisional', 'denied', 'approved', 'password_created', 'onboarded')),
      constraint users_features check (features <@ array['shopify', 'alternate_routes']),
      constraint users_one_kind check (
        (case when admin then 1 else 0 end) + (case when buyer_id is null then 0 else 1 end)
          + (case when seller_id is null then 0 else 1 end) = 1),
      constraint users_password_when_created check (status not in ('password_created', 'onboarded') or password_digest is not null)
    );
    create index users_by_created_at on users (created_at, id);
    create index users_by_status on users (status, created_at, id);

    -- connect-pg-simple's table.
    create table sessions (
      sid     varchar not null primary key,
      sess    json not null,
      expire  timestamp(6) not null
    );
    create index sessions_by_expire on sessions (expire);
    create index sessions_by_user on sessions (((sess -> 'passport' ->> 'user')));

    create table bearer_tokens (
      id          uuid primary key,
      user_id     integer not null,
      created_at  timestamptz not null default now(),
      expires_at  timestamptz not null,
      revoked_at  timestamptz,
      constraint bearer_tokens_user_fk foreign key (user_id) references users (id) on delete cascade
    );
    create index bearer_tokens_by_user on bearer_tokens (user_id);
    create index bearer_tokens_by_expiry on bearer_tokens (expires_at);

    -- One-time links; a newer one replaces an older one of the same purpose.
    create table one_time_tokens (
      id          integer generated always as identity primary key,
      user_id     integer not null,
      purpose     text not null,
      digest      bytea not null,
      created_at  timestamptz not null default now(),
      expires_at  timestamptz not null,
      used_at     timestamptz,
      constraint one_time_tokens_user_fk foreign key (user_id) references users (id) on delete cascade,
      constraint one_time_tokens_purpose check (purpose in ('magic', 'reset')),
      constraint one_time_tokens_newest unique (user_id, purpose),
      constraint one_time_tokens_digest unique (digest)
    );

    -- rate-limiter-flexible's table.
    create table rate_limits (
      key     varchar(255) primary key,
      points  integer not null default 0,
      expire  bigint
    );
    create index rate_limits_by_expire on rate_limits (expire);

    -- Actions of staff and payment events, with values before and after.
    create table audit_log (
      id            bigint generated always as identity primary key,
      at            timestamptz not null default now(),
      actor_id      integer,
      actor         text not null,
      action        text not null,
      subject_type  text not null,
      subject_id    integer,
      before        jsonb,
      after         jsonb,
      constraint audit_log_actor_fk foreign key (actor_id) references users (id)
    );
    create index audit_log_by_subject on audit_log (subject_type, subject_id, id);
    create index audit_log_by_at on audit_log (at, id);

    create table mails (
      id          integer generated always as identity primary key,
      event_key   text,
      recipient   text not null,
      subject     text not null,
      text        text not null,
      html        text not null,
      created_at  timestamptz not null default now(),
      sent_at     timestamptz,
      attempts    integer not null default 0,
      last_error  text,
      constraint mails_once_per_event unique (event_key)
    );
    create index mails_by_created_at on mails (created_at desc, id desc);
    create index mails_undelivered on mails (created_at) where sent_at is null;

    create table uploads (
      key           text primary key,
      user_id       integer not null,
      created_at    timestamptz not null default now(),
      attached_at   timestamptz,
      constraint uploads_user_fk foreign key (user_id) references users (id)
    );
    create index uploads_unattached on uploads (created_at) where attached_at is null;
  `);

export const down = (db: Knex) => db.raw('select 1');
