import type { Knex } from 'knex';
import { type CheckResult, type Finding, MAX_FINDINGS } from './finding';

interface IdColumn {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

const COLUMNS = `
  select c.oid::regclass::text as table, quote_ident(attname) as column, s.oid::regclass::text as sequence
    from pg_class s join pg_depend on pg_depend.objid = s.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i')
    join pg_class c on c.oid = refobjid join pg_attribute a on a.attrelid = c.oid and attnum = refobjsubid
   where s.relkind = 'S' and c.relnamespace = 'public'::regnamespace`;

const comparison = ({ table, column, sequence }: IdColumn) => `
  select '${table}' as subject, 'has the id ' || max(${column}) || ', the next one is ' ||
         (select last_value + is_called::int from ${sequence}) as detail
    from ${table} having max(${column}) >= (select last_value + is_called::int from ${sequence})`;

/** Sequences are read after the snapshot, so a right one is never behind it. */
export async function checkNextIds(tx: Knex): Promise<CheckResult> {
  const { rows: columns } = await tx.raw<{ rows: IdColumn[] }>(COLUMNS);
  const { rows } = await tx.raw<{ rows: Finding[] }>(columns.map(comparison).join('\nunion all\n'));
  return {
    name: 'next-ids',
    meaning: 'The next id of a table exists already',
    remedy: 'Set the sequence past the greatest id: select setval(pg_get_serial_sequence(...), ...).',
    total: rows.length,
    findings: rows.slice(0, MAX_FINDINGS),
  };
}
