import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

/** In steps of their own transactions. */
export const config = { transaction: false };

const TABLES = `

    create table if not exists claims (
      id                 integer generated always as identity primary key,
      claim_number       text not null generated always as ('CL-' || (100000 + id)::text) stored,
      purchase_order_id  integer not null,
      status             text not null default 'open',
      description        text not null,
      -- when an unanswered claim goes to staff
      answer_by          timestamptz not null,
      decided_at         timestamptz,
      decided_by         integer,
      explanation        text,
      version            integer not null default 1,
      created_at         timestamptz not null default now(),
      updated_at         timestamptz not null default now(),
      constraint claims_status check (status in ('open', 'in_review', 'approved', 'denied', 'withdrawn'))
    );
    create unique index if not exists claims_undecided on claims (purchase_order_id) where status in ('open', 'in_review');
    create index if not exists claims_of_order on claims (purchase_order_id, id);
    create index if not exists claims_by_status on claims (status, id desc);
    create index if not exists claims_to_escalate on claims (answer_by) where status = 'open';

    create table if not exists claim_lines (
      id                         integer generated always as identity primary key,
      claim_id                   integer not null references claims (id),
      purchase_order_product_id  integer not null,
      quantity                   bigint not null,
      reason                     text not null,
      requested_cents            bigint not null,
      refund_cents               bigint,
      constraint claim_lines_quantity check (quantity >= 1),
      constraint claim_lines_amounts check (requested_cents >= 0 and refund_cents between 0 and requested_cents),
      constraint claim_lines_reason check
        (reason in ('missing', 'damaged', 'wrong_item', 'not_as_described', 'not_received'))
    );
    create index if not exists claim_lines_of_claim on claim_lines (claim_id, id);
    create index if not exists claim_lines_of_order_line on claim_lines (purchase_order_product_id);

    create table if not exists claim_messages (
      id        integer generated always as identity primary key,
      claim_id  integer not null references claims (id),
      at        timestamptz not null default now(),
      author    text not null,
      user_id   integer,
      body      text not null,
      constraint claim_messages_author check (author in ('buyer', 'seller', 'staff'))
    );
    create index if not exists claim_messages_of_claim on claim_messages (claim_id, id);

    create table if not exists claim_photos (
      id          integer generated always as identity primary key,
      claim_id    integer not null references claims (id),
      -- null: of the claim itself
      message_id  integer references claim_messages (id),
      file_key    text not null,
      -- once the worker has checked and resized it
      ready       boolean not null default false
    );
    create index if not exists claim_photos_of_claim on claim_photos (claim_id, id);`;

const ADJUSTMENTS = `
    alter table adjustments drop constraint if exists adjustments_claim_fk,
      add constraint adjustments_claim_fk foreign key (claim_id) references claims (id) not valid;`;

export const up = (db: Knex) =>
  inSteps(db, [
    TABLES,
    foreignKeys('purchase_orders', { claims: 'purchase_order_id' }),
    foreignKeys('purchase_order_products', { claim_lines: 'purchase_order_product_id' }),
    foreignKeys('users', { claims: 'decided_by', claim_messages: 'user_id' }),
    ADJUSTMENTS,
  ]);

export const down = (db: Knex) => db.raw('select 1');
