import type { Knex } from 'knex';
import { inSteps } from '../give-way';

/** Each reference locks a table in use, so that it is added by itself. */
export const config = { transaction: false };

const STATEMENTS = [
  `create table if not exists invitations (
     id                 integer generated always as identity primary key,
     buyer_id           integer,
     seller_id          integer,
     email              citext not null,
     role               text not null,
     order_limit_cents  bigint,
     month_limit_cents  bigint,
     -- of the link in the mail, which is stored nowhere
     digest             bytea not null,
     invited_by         integer not null,
     created_at         timestamptz not null default now(),
     expires_at         timestamptz not null,
     accepted_at        timestamptz,
     revoked_at         timestamptz,
     constraint invitations_company check (num_nonnulls(buyer_id, seller_id) = 1),
     constraint invitations_role check (
       buyer_id is not null and role in ('owner', 'approver', 'purchaser', 'viewer')
       or seller_id is not null and role in ('owner', 'manager', 'warehouse')),
     constraint invitations_limits check (order_limit_cents > 0 and month_limit_cents > 0),
     constraint invitations_digest unique (digest)
   )`,
  `create unique index if not exists invitations_open_of_buyer on invitations (buyer_id, email)
     where accepted_at is null and revoked_at is null`,
  `create unique index if not exists invitations_open_of_seller on invitations (seller_id, email)
     where accepted_at is null and revoked_at is null`,
  'create index if not exists invitations_by_expiry on invitations (expires_at)',
  ...[
    ['buyer', 'buyer_id', 'buyers'],
    ['seller', 'seller_id', 'sellers'],
    ['inviter', 'invited_by', 'users'],
  ].map(
    ([name, column, table]) => `alter table invitations drop constraint if exists invitations_${name}_fk,
      add constraint invitations_${name}_fk foreign key (${column}) references ${table} (id)`,
  ),
];

export const up = (db: Knex) => inSteps(db, STATEMENTS);

export const down = (db: Knex) => db.raw('drop table invitations');
