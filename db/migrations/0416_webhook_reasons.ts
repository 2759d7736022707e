import type { Knex } from 'knex';

/** An endpoint that is enabled has no reason, which the check of 0415 refused. */
export const up = (db: Knex) =>
  db.raw(`alter table webhooks drop constraint webhooks_disabled_reason,
    add constraint webhooks_disabled_reason
      check (disabled_reason is null or disabled_reason in ('failing', 'gone') and not enabled)`);

export const down = (db: Knex) => db.raw('select 1');
