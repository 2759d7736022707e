import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table refunds
      -- why the provider refused it
      add column failure text,
      -- every retry by staff has a key of its own, as Stripe answers an old error again for an old key
      add column key_number integer not null default 1,
      add column reference text,
      add column settled_by integer references users (id),
      add column settled_at timestamptz;
    -- for the board of what staff settle
    create index refunds_to_settle on refunds (id) where status in ('failed', 'manual');
    create index refunds_of_order on refunds (purchase_order_id);
    create index refunds_of_payment on refunds (payment_intent_id);
  `);

export const down = (db: Knex) => db.raw('select 1');
