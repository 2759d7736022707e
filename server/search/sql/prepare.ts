import { addressOf, type Db } from '../../../db/connection';
import { givingWay, inSteps, limitLockWaits } from '../../../db/give-way';
import { lockSession } from '../../../db/session-lock';
import type { Config } from '../../config/config';
import { areCountsKept, emptyCounts, fillCounts } from './fold-counts';

const isChanged =
  '(old.seller_id, old.cell, old.condition, old.location_id) is distinct from (new.seller_id, new.cell, new.condition, new.location_id)';

const TRIGGERS: readonly { readonly name: string; readonly table: string; readonly when: string }[] = [
  {
    name: 'count_listing',
    table: 'listings',
    when: 'after insert or delete on listings for each row execute function count_listing()',
  },
  {
    name: 'count_moved_listing',
    table: 'listings',
    when: `after update on listings for each row when (${isChanged}) execute function count_listing()`,
  },
  {
    name: 'count_no_listing',
    table: 'listings',
    when: 'after truncate on listings execute function count_no_listing()',
  },
  {
    name: 'count_new_seller',
    table: 'sellers',
    when: `after insert on sellers for each row execute function count_seller('id')`,
  },
  {
    name: 'count_seller',
    table: 'listing_changes',
    when: `after insert on listing_changes for each row when (new.seller_id is not null) execute function count_seller('seller_id')`,
  },
];

/** Each order of a list, with what its filters ask; and the listings of few cells. */
const INDEXES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['created_at', 'msrp_cents', 'price_cents', 'percent_off'].map((column) => [
      `listings_by_${column}`,
      `(${column}, product_id) include (cell, seller_id, condition, location_id)`,
    ]),
  ),
  listings_by_cell: '(cell)',
};

async function names(db: Db, sql: string, wanted: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(sql, [[...wanted]]);
  return new Set(rows.map(({ name }) => name));
}

const existingTriggers = (db: Db) =>
  names(
    db,
    `select tgname::text as name from pg_trigger where tgname = any (?) and tgenabled in ('O', 'A')`,
    TRIGGERS.map(({ name }) => name),
  );

export const areTriggersThere = async (db: Db): Promise<boolean> =>
  (await existingTriggers(db)).size === TRIGGERS.length;

const existingIndexes = (db: Db) =>
  names(
    db,
    `select relname::text as name from pg_class join pg_index on indexrelid = oid where relname = any (?) and indisvalid`,
    Object.keys(INDEXES),
  );

const inTables = (act: (table: string) => string) =>
  [...new Set(TRIGGERS.map(({ table }) => table))].map(act);

/** Counts from before the triggers would lack what changed without them. */
async function createTriggers(db: Db) {
  if (await areTriggersThere(db)) return;
  await emptyCounts(db);
  await inSteps(
    db,
    inTables((wanted) =>
      TRIGGERS.filter(({ table }) => table === wanted)
        .map(({ name, when }) => `create or replace trigger ${name} ${when};`)
        .join('\n'),
    ),
  );
}

/** Locks out no writer. A build that was cut off leaves an invalid index behind. */
async function createIndex(db: Db, name: string, columns: string) {
  if ((await existingIndexes(db)).has(name)) return;
  await db.raw(`drop index concurrently if exists ${name}`);
  await db.raw(`create index concurrently ${name} on listings ${columns}`);
}

/** A killed command's statement may still build: whichever of the two the server ends for a deadlock. */
async function createIndexes(db: Db) {
  for (const [name, columns] of Object.entries(INDEXES))
    await givingWay(() => createIndex(db, name, columns));
}

async function isBeingFilled(db: Db): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    'select from listing_backfill where finished_at is null',
  );
  return rows.length > 0;
}

async function prepareForSql(db: Db): Promise<string> {
  if (await isBeingFilled(db))
    throw new Error(
      'The worker is still filling the listings of an earlier version. Try again in some minutes.',
    );
  await createTriggers(db);
  await createIndexes(db);
  await db.raw('vacuum analyze listings');
  if (!(await areCountsKept(db))) await fillCounts(db);
  return 'The database is prepared for SEARCH=sql.';
}

async function dropPreparations(db: Db): Promise<string> {
  await emptyCounts(db);
  for (const { name, table } of TRIGGERS)
    await givingWay(() =>
      db.transaction(async (tx) => {
        await limitLockWaits(tx);
        await tx.raw(`drop trigger if exists ${name} on ${table}`);
      }),
    );
  await emptyCounts(db);
  for (const name of Object.keys(INDEXES))
    await givingWay(() => db.raw(`drop index concurrently if exists ${name}`));
  return 'The database keeps nothing for SEARCH=sql any more.';
}

const PREPARATIONS: Readonly<Record<string, (db: Db) => Promise<string>>> = {
  sql: prepareForSql,
  index: dropPreparations,
};

/** One that dropped the triggers while another one counted would leave counts that go stale. */
const PREPARE_LOCK = 729_481_161;

interface PrepareServices {
  readonly db: Db;
  readonly config?: Pick<Config, 'operations'>;
}

/** `npm run search:prepare -- sql|index`. Goes on where it was cut off. */
export async function prepareSearch(
  { db, config }: PrepareServices,
  words: readonly string[],
): Promise<string> {
  const prepare = words.length === 1 ? PREPARATIONS[words[0] ?? ''] : undefined;
  if (!prepare) throw new Error('Say what to prepare the database for: npm run search:prepare -- sql|index');
  const release = await lockSession(config?.operations.databaseDirectUrl ?? addressOf(db), PREPARE_LOCK);
  if (!release) throw new Error('Another npm run search:prepare is running. Run this one when it has ended.');
  try {
    return await prepare(db);
  } finally {
    await release();
  }
}
