import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Inserted before Stripe is called, so that a retry uses the same idempotency key.
    create table payment_attempts (
      id                   integer generated always as identity primary key,
      purchase_order_id    integer not null,
      attempt              integer not null,
      idempotency_key      text not null,
      amount_cents         bigint not null,
      session_id           text,
      session_url          text,
      payment_intent_id    text,
      status               text not null default 'opening',
      expires_at           timestamptz,
      created_at           timestamptz not null default now(),
      updated_at           timestamptz not null default now(),
      constraint payment_attempts_order_fk foreign key (purchase_order_id) references purchase_orders (id),
      constraint payment_attempts_once unique (purchase_order_id, attempt),
      constraint payment_attempts_key unique (idempotency_key),
      constraint payment_attempts_session unique (session_id),
      constraint payment_attempts_status check (status in ('opening', 'open', 'complete', 'expired'))
    );
    create index payment_attempts_by_intent on payment_attempts (payment_intent_id);

    -- Webhook inbox, unique by the provider's event id.
    create table payment_events (
      id            text primary key,
      type          text not null,
      payload       jsonb not null,
      received_at   timestamptz not null default now(),
      processed_at  timestamptz
    );
    create index payment_events_waiting on payment_events (received_at) where processed_at is null;

    create table refunds (
      id                 integer generated always as identity primary key,
      purchase_order_id  integer not null,
      payment_intent_id  text not null,
      idempotency_key    text not null,
      provider_id        text,
      amount_cents       bigint not null,
      status             text not null default 'pending',
      created_at         timestamptz not null default now(),
      updated_at         timestamptz not null default now(),
      constraint refunds_order_fk foreign key (purchase_order_id) references purchase_orders (id),
      constraint refunds_once unique (payment_intent_id),
      constraint refunds_key unique (idempotency_key),
      constraint refunds_status check (status in ('pending', 'succeeded', 'failed'))
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
