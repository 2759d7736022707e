import type pg from 'pg';
import type { SequenceEntry } from './manifest';

export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly refersTo: readonly string[];
}

const SCHEMAS = `('public', 'graphile_worker')`;

/**
 * Sessions, tokens and rate limits must not outlive a restore, and a backup must not hold what signs in. Transaction
 * ids of events mean nothing in another cluster. Migrations are run in place of being copied.
 */
const EXCLUDED = `('public.sessions', 'public.bearer_tokens', 'public.sign_ins', 'public.one_time_tokens',
  'public.shopify_logins', 'public.rate_limits', 'public.company_events', 'public.webhook_deliveries',
  'public.webhook_attempts', 'public.webhook_arrivals', 'public.knex_migrations', 'public.knex_migrations_lock', 'graphile_worker.migrations')`;

/** Without unlogged tables. */
const TABLES = `
  select nspname as schema, relname as name,
         (select array_agg(attname::text order by attnum) from pg_attribute
           where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
         array(select distinct tn.nspname || '.' || t.relname from pg_constraint
                 join pg_class t on t.oid = confrelid join pg_namespace tn on tn.oid = t.relnamespace
                where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as "refersTo"
    from pg_class c join pg_namespace n on n.oid = relnamespace
   where relkind = 'r' and relpersistence = 'p' and nspname in ${SCHEMAS}
     and nspname || '.' || relname not in ${EXCLUDED}
     and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
   order by 1, 2`;

const SEQUENCES = `
  select schemaname as schema, sequencename as name, last_value::text from pg_sequences
   where schemaname in ${SCHEMAS} and sequencename not like 'knex%' order by 1, 2`;

export const fullName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;

/** Each after those that it refers to. Cycles come last. */
function inOrder(tables: readonly Table[]): Table[] {
  const names = new Set(tables.map(fullName));
  const placed = new Set<string>();
  const isFree = ({ refersTo }: Table) => refersTo.every((name) => placed.has(name) || !names.has(name));
  const ordered: Table[] = [];
  for (let open = [...tables]; open.length > 0; open = open.filter((table) => !placed.has(fullName(table)))) {
    const free = open.filter(isFree);
    const next = free.length > 0 ? free : open;
    ordered.push(...next);
    for (const table of next) placed.add(fullName(table));
  }
  return ordered;
}

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES);
  return inOrder(rows);
}

export async function listSequences(client: pg.ClientBase): Promise<SequenceEntry[]> {
  return (await client.query<SequenceEntry>(SEQUENCES)).rows;
}

export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from knex_migrations order by id');
  return rows.map(({ name }) => name);
}

export async function queueMigration(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select max(id)::int as id from graphile_worker.migrations',
  );
  return rows[0]?.id ?? 0;
}
