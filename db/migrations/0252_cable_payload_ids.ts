import type { Knex } from 'knex';

/**
 * From 15 on, PostgreSQL takes the sequence of an unlogged table for unlogged, too, and a promoted standby cannot
 * read it. A new one, because the old one may be such.
 */
export const up = (db: Knex) =>
  db.raw(`do $$ begin
    alter table cable_payloads alter id drop identity;
    execute format(
      'alter table cable_payloads alter id add generated always as identity (start with %s)',
      (select coalesce(max(id), 0) + 1 from cable_payloads)
    );
    if current_setting('server_version_num')::integer >= 150000 then
      alter sequence cable_payloads_id_seq set logged;
    end if;
  end $$`);

export const down = (db: Knex) => db.raw('select 1');
