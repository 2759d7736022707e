import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

/** In steps of their own transactions. */
export const config = { transaction: false };

const TABLES = `

    create table if not exists payout_batches (
      id          integer generated always as identity primary key,
      number      text not null generated always as ('PB-' || (100000 + id)::text) stored,
      created_by  integer,
      at          timestamptz not null default now()
    );

    create table if not exists payouts (
      id             integer generated always as identity primary key,
      payout_number  text not null generated always as ('PAY-' || (100000 + id)::text) stored,
      -- null: of one order that staff marked as paid in full
      batch_id       integer references payout_batches (id),
      seller_id      integer not null,
      amount_cents   bigint not null,
      status         text not null default 'draft',
      reference      text,
      paid_on        date,
      void_reason    text,
      created_at     timestamptz not null default now(),
      updated_at     timestamptz not null default now(),
      constraint payouts_amount check (amount_cents > 0),
      constraint payouts_status check (status in ('draft', 'paid', 'void')),
      constraint payouts_paid check ((status = 'paid') = (paid_on is not null and reference is not null))
    );
    create index if not exists payouts_of_seller on payouts (seller_id, id desc);
    create index if not exists payouts_of_batch on payouts (batch_id);
    create index if not exists payouts_draft on payouts (seller_id) where status = 'draft';

    create table if not exists payout_items (
      id                 bigint generated always as identity primary key,
      payout_id          integer not null references payouts (id),
      purchase_order_id  integer not null,
      -- null: the order's agreed net
      adjustment_id      integer references adjustments (id),
      amount_cents       bigint not null,
      -- of a void payout: the order or adjustment can be in another one
      void               boolean not null default false,
      constraint payout_items_amount check (amount_cents >= 0 or adjustment_id is not null)
    );
    create unique index if not exists payout_items_order on payout_items (purchase_order_id)
      where adjustment_id is null and not void;
    create unique index if not exists payout_items_adjustment on payout_items (adjustment_id) where not void;
    create index if not exists payout_items_of_payout on payout_items (payout_id, id);

    -- Double entry: append only, every transaction sums to 0. Debit is positive.
    create table if not exists ledger_transactions (
      id                 bigint generated always as identity primary key,
      key                text not null,
      kind               text not null,
      seller_id          integer not null,
      purchase_order_id  integer,
      adjustment_id      integer references adjustments (id),
      payout_id          integer references payouts (id),
      at                 timestamptz not null default now(),
      constraint ledger_transactions_key unique (key),
      constraint ledger_transactions_kind
        check (kind in ('paid', 'canceled', 'adjustment', 'released', 'payout'))
    );
    create index if not exists ledger_of_seller on ledger_transactions (seller_id, at desc, id desc) where kind <> 'released';
    create index if not exists ledger_of_order on ledger_transactions (purchase_order_id);

    create table if not exists ledger_entries (
      id                 bigint generated always as identity primary key,
      transaction_id     bigint not null references ledger_transactions (id),
      account            text not null,
      seller_id          integer not null,
      purchase_order_id  integer,
      amount_cents       bigint not null,
      constraint ledger_entries_account check (account in ('cash', 'fees', 'seller_pending', 'seller_available')),
      constraint ledger_entries_amount check (amount_cents <> 0)
    );
    create index if not exists ledger_entries_of_transaction on ledger_entries (transaction_id);
    create index if not exists ledger_entries_of_order on ledger_entries (purchase_order_id, account) where purchase_order_id is not null;

    -- What sellers are owed, so that a balance never adds up a million entries. \`check-ledger\` compares both.
    create table if not exists seller_balances (
      seller_id        integer primary key,
      pending_cents    bigint not null default 0,
      -- released and not paid, in a draft payout or not; below 0 after a late refund
      available_cents  bigint not null default 0,
      paid_cents       bigint not null default 0
    ) with (fillfactor = 50);

    create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'The ledger is append only: % of % refused', tg_op, tg_table_name;
    end $$;
    create or replace trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
      for each statement execute function ledger_is_append_only();
    create or replace trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
      for each statement execute function ledger_is_append_only();

    create or replace function ledger_sums_to_zero() returns trigger language plpgsql as $$
    begin
      if (select sum(amount_cents) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
        raise exception 'Ledger transaction % does not sum to 0', new.transaction_id;
      end if;
      return null;
    end $$;
    drop trigger if exists ledger_entries_balanced on ledger_entries;
    create constraint trigger ledger_entries_balanced after insert on ledger_entries
      deferrable initially deferred for each row execute function ledger_sums_to_zero();

    create or replace function add_to_seller_balances() returns trigger language plpgsql as $$
    begin
      insert into seller_balances as balance (seller_id, pending_cents, available_cents, paid_cents)
      select added.seller_id,
             coalesce(-sum(added.amount_cents) filter (where account = 'seller_pending'), 0),
             coalesce(-sum(added.amount_cents) filter (where account = 'seller_available'), 0),
             coalesce(-sum(added.amount_cents) filter (where account = 'cash' and posted.kind = 'payout'), 0)
        from added join ledger_transactions posted on posted.id = added.transaction_id
       group by added.seller_id
       order by added.seller_id
          on conflict (seller_id) do update
         set pending_cents = balance.pending_cents + excluded.pending_cents,
             available_cents = balance.available_cents + excluded.available_cents,
             paid_cents = balance.paid_cents + excluded.paid_cents;
      return null;
    end $$;
    create or replace trigger ledger_entries_to_balances after insert on ledger_entries
      referencing new table as added for each statement execute function add_to_seller_balances();

    -- How far the orders from before the ledger are written into it.
    create table if not exists ledger_backfill (
      is_only      boolean primary key default true,
      after_id     integer not null default 0,
      finished_at  timestamptz,
      constraint ledger_backfill_only check (is_only)
    );
    insert into ledger_backfill (finished_at)
      select case when not exists (select from purchase_orders) then now() end
      on conflict do nothing;

    -- What the last \`check-ledger\` found.
    create table if not exists ledger_mismatches (
      id                 integer generated always as identity primary key,
      subject            text not null,
      problem            text not null,
      purchase_order_id  integer,
      found_at           timestamptz not null default now(),
      constraint ledger_mismatches_once unique (subject, problem)
    );`;

const SELLERS = `
    -- Where to pay, for staff alone. Never bank details.
    alter table sellers add column if not exists payout_note text;
    alter table sellers drop constraint if exists sellers_payout_note,
      add constraint sellers_payout_note check (length(payout_note) <= 200) not valid;`;

export const up = (db: Knex) =>
  inSteps(db, [
    TABLES,
    foreignKeys('users', { payout_batches: 'created_by' }),
    foreignKeys('sellers', {
      payouts: 'seller_id',
      ledger_transactions: 'seller_id',
      ledger_entries: 'seller_id',
      seller_balances: 'seller_id',
    }),
    foreignKeys('purchase_orders', {
      payout_items: 'purchase_order_id',
      ledger_transactions: 'purchase_order_id',
      ledger_entries: 'purchase_order_id',
      ledger_mismatches: 'purchase_order_id',
    }),
    SELLERS,
  ]);

export const down = (db: Knex) => db.raw('select 1');
