import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('alter table mails add column reply_to text');

export const down = (db: Knex) => db.raw('select 1');
