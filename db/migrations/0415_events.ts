import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

/** Each reference and each column locks a table in use, so that it is added by itself. */
export const config = { transaction: false };

const EVENTS = `
  -- What happened to a company's trade, for its programs. Kept for 30 days. A reader goes on by snapshots.
  create table if not exists company_events (
    id            bigint generated always as identity primary key,
    xid           xid8 not null default pg_current_xact_id(),
    buyer_id      integer,
    seller_id     integer,
    type          text not null,
    -- null: several
    subject_type  text,
    subject_id    integer,
    data          jsonb not null,
    at            timestamptz not null default now(),
    constraint company_events_company check (num_nonnulls(buyer_id, seller_id) = 1),
    constraint company_events_subject check (num_nonnulls(subject_type, subject_id) in (0, 2))
  );
  create index if not exists company_events_of_buyer_by_xid on company_events (buyer_id, xid)
    where buyer_id is not null;
  create index if not exists company_events_of_seller_by_xid on company_events (seller_id, xid)
    where seller_id is not null;
  create index if not exists company_events_of_buyer on company_events (buyer_id, id) where buyer_id is not null;
  create index if not exists company_events_of_seller on company_events (seller_id, id) where seller_id is not null;
  create index if not exists company_events_by_age on company_events using brin (at)`;

const WEBHOOKS = `
  create table if not exists webhooks (
    id                         integer generated always as identity primary key,
    buyer_id                   integer,
    seller_id                  integer,
    url                        text not null,
    -- of events, with wildcards; empty: all
    types                      text[] not null default '{}',
    secret_encrypted           bytea not null,
    -- signs beside the current one until then
    previous_secret_encrypted  bytea,
    previous_until             timestamptz,
    enabled                    boolean not null default true,
    disabled_reason            text,
    -- since the last success
    failing_since              timestamptz,
    failures                   integer not null default 0,
    warned_at                  timestamptz,
    -- a receiver that asked for less is left alone until then
    paused_until               timestamptz,
    pause_seconds              integer not null default 0,
    created_by                 integer not null,
    created_at                 timestamptz not null default now(),
    constraint webhooks_company check (num_nonnulls(buyer_id, seller_id) = 1),
    constraint webhooks_url check (length(url) <= 2000),
    constraint webhooks_previous check ((previous_secret_encrypted is null) = (previous_until is null)),
    constraint webhooks_disabled_reason check (disabled_reason in ('failing', 'gone') and not enabled)
  );
  create index if not exists webhooks_of_buyer on webhooks (buyer_id) where buyer_id is not null;
  create index if not exists webhooks_of_seller on webhooks (seller_id) where seller_id is not null;
  create table if not exists webhook_deliveries (
    id          integer generated always as identity primary key,
    webhook_id  integer not null references webhooks (id) on delete cascade,
    event_id    bigint not null references company_events (id) on delete cascade,
    status      text not null default 'pending',
    -- since it was written, or last asked for by hand
    attempts    integer not null default 0,
    next_at     timestamptz not null default now(),
    by_hand     boolean not null default false,
    constraint webhook_deliveries_once unique (webhook_id, event_id),
    constraint webhook_deliveries_status check (status in ('pending', 'delivered', 'failed', 'canceled'))
  );
  create index if not exists webhook_deliveries_pending on webhook_deliveries (webhook_id, next_at)
    where status = 'pending';
  create index if not exists webhook_deliveries_newest on webhook_deliveries (webhook_id, id);
  create index if not exists webhook_deliveries_of_event on webhook_deliveries (event_id);
  create table if not exists webhook_attempts (
    id           bigint generated always as identity primary key,
    delivery_id  integer not null references webhook_deliveries (id) on delete cascade,
    at           timestamptz not null default now(),
    -- of the answer; null without one
    status       integer,
    ms           integer not null,
    error        text,
    -- of the answer's body
    excerpt      text not null default ''
  );
  create index if not exists webhook_attempts_of_delivery on webhook_attempts (delivery_id)`;

const ARRIVALS = `
  -- What the receiver of the demo was sent.
  create table if not exists webhook_arrivals (
    id          integer generated always as identity primary key,
    name        text not null,
    -- the webhook-id
    message_id  text not null,
    headers     jsonb not null,
    body        text not null,
    status      integer not null,
    at          timestamptz not null default now()
  );
  create index if not exists webhook_arrivals_by_name on webhook_arrivals (name, id)`;

/** events_since: by the first API key or webhook. Companies without it have no events. */
export const up = (db: Knex) =>
  inSteps(db, [
    EVENTS,
    WEBHOOKS,
    ARRIVALS,
    foreignKeys('buyers', { company_events: 'buyer_id', webhooks: 'buyer_id' }),
    foreignKeys('sellers', { company_events: 'seller_id', webhooks: 'seller_id' }),
    foreignKeys('users', { webhooks: 'created_by' }),
    'alter table buyers add column if not exists events_since timestamptz',
    'alter table sellers add column if not exists events_since timestamptz',
  ]);

export const down = (db: Knex) => db.raw('select 1');
