import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table shopify_sessions (
      seller_id        integer not null primary key,
      shop             text not null,
      shop_name        text not null,
      -- AES-256-GCM, with a key derived from SECRET_KEY_BASE
      token_encrypted  bytea not null,
      scope            text not null,
      created_at       timestamptz not null default now(),
      constraint shopify_sessions_seller_fk foreign key (seller_id) references sellers (id),
      constraint shopify_sessions_shop check (shop ~ '^[a-z0-9][a-z0-9-]{0,59}[.]myshopify[.]com$')
    );

    -- Pending OAuth authorizations, as digests.
    create table shopify_logins (
      digest      bytea not null primary key,
      user_id     integer not null,
      shop        text not null,
      expires_at  timestamptz not null,
      constraint shopify_logins_user_fk foreign key (user_id) references users (id)
    );
    create index shopify_logins_by_expiry on shopify_logins (expires_at);
  `);

export const down = (db: Knex) => db.raw('select 1');
