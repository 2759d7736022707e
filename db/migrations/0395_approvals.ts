import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

export const config = { transaction: false };

const TABLE = `
  -- An act above its member's limit, waiting for a colleague who has none.
  create table if not exists approval_requests (
    id            integer generated always as identity primary key,
    offer_id      integer not null,
    buyer_id      integer not null,
    act           text not null,
    -- of the offer, when it was asked for
    version       integer not null,
    -- what the act would agree to, which is all that an approval performs
    content       jsonb not null,
    total_cents   bigint not null,
    limit_cents   bigint not null,
    exceeds       text not null,
    status        text not null default 'requested',
    -- why it lapsed
    reason        text,
    requested_by  integer not null,
    decided_by    integer,
    note          text,
    created_at    timestamptz not null default now(),
    decided_at    timestamptz,
    expires_at    timestamptz not null,
    constraint approval_requests_act check (act in ('submit', 'accept', 'counter')),
    constraint approval_requests_exceeds check (exceeds in ('order', 'month')),
    constraint approval_requests_status check (status in ('requested', 'approved', 'declined', 'canceled', 'lapsed')),
    constraint approval_requests_reason check ((reason is not null) = (status = 'lapsed')
      and reason in ('changed', 'expired', 'removed', 'replaced')),
    constraint approval_requests_decided check ((decided_at is null) = (status = 'requested')),
    constraint approval_requests_note check (length(note) between 1 and 500)
  );
  create unique index if not exists approval_requests_open on approval_requests (offer_id) where status = 'requested';
  create index if not exists approval_requests_by_offer on approval_requests (offer_id);
  create index if not exists approval_requests_by_buyer on approval_requests (buyer_id, id)`;

const OFFER_KEY = `alter table approval_requests drop constraint if exists approval_requests_offer_id_fkey,
  add constraint approval_requests_offer_id_fkey foreign key (offer_id) references offers (id) on delete cascade`;

/** committed_by: the member whose limits what was agreed to counts for. 0396 has their indexes. */
export const up = (db: Knex) =>
  inSteps(db, [
    TABLE,
    OFFER_KEY,
    foreignKeys('buyers', { approval_requests: 'buyer_id' }),
    foreignKeys('users', { approval_requests: 'requested_by' }),
    'alter table approval_requests drop constraint if exists approval_requests_decided_by_fkey',
    `alter table approval_requests
       add constraint approval_requests_decided_by_fkey foreign key (decided_by) references users (id)`,
    `alter table offers add column if not exists committed_by integer,
       add column if not exists committed_cents bigint`,
    'alter table purchase_orders add column if not exists committed_by integer',
    'alter table offer_history add column if not exists requested_by integer',
  ]);

export const down = (db: Knex) => db.raw('select 1');
