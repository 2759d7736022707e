import type { Knex } from 'knex';
import pg from 'pg';
import { connect } from './connection';
import * as accounts from './migrations/0001_accounts';
import * as products from './migrations/0002_products';
import * as offers from './migrations/0003_offers';
import * as payments from './migrations/0004_payments';
import * as notices from './migrations/0005_notices';
import * as jobWorkers from './migrations/0010_job_workers';
import * as mailReplyTo from './migrations/0011_mail_reply_to';
import * as sandbox from './migrations/0020_sandbox';
import * as listings from './migrations/0030_listings';
import * as listingRefill from './migrations/0031_listing_refill';
import * as imports from './migrations/0040_imports';
import * as shopify from './migrations/0041_shopify';
import * as insights from './migrations/0050_insights';
import * as offerTotalsOrder from './migrations/0051_offer_totals_order';
import * as tallies from './migrations/0052_tallies';
import * as listOrders from './migrations/0053_list_orders';
import * as stuckWork from './migrations/0054_stuck_work';
import * as bulkChanges from './migrations/0055_bulk_changes';
import * as cable from './migrations/0090_cable';
import * as importFiles from './migrations/0092_import_files';
import * as openLists from './migrations/0093_open_lists';
import * as importReadings from './migrations/0094_import_readings';
import * as importIssueCounts from './migrations/0095_import_issue_counts';

/** In order. A name that has run somewhere is never changed. */
const migrations: Record<string, Knex.Migration> = {
  '0001_accounts': accounts,
  '0002_products': products,
  '0003_offers': offers,
  '0004_payments': payments,
  '0005_notices': notices,
  '0010_job_workers': jobWorkers,
  '0011_mail_reply_to': mailReplyTo,
  '0020_sandbox': sandbox,
  '0030_listings': listings,
  '0031_listing_refill': listingRefill,
  '0050_insights': insights,
  '0051_offer_totals_order': offerTotalsOrder,
  '0052_tallies': tallies,
  '0053_list_orders': listOrders,
  '0054_stuck_work': stuckWork,
  '0055_bulk_changes': bulkChanges,
  '0040_imports': imports,
  '0041_shopify': shopify,
  '0090_cable': cable,
  '0092_import_files': importFiles,
  '0093_open_lists': openLists,
  '0094_import_readings': importReadings,
  '0095_import_issue_counts': importIssueCounts,
};

const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(migrations).sort(),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = migrations[name];
    if (!migration) throw new Error(`There is no migration ${name}`);
    return migration;
  },
};

const MIGRATION_LOCK = 729_481_133;

/** Brings the schema up to date, the queue's too. A second runner waits for the first. */
export async function migrate(databaseUrl: string) {
  const guard = new pg.Client({ connectionString: databaseUrl });
  await guard.connect();
  const db = connect(databaseUrl, { max: 2 });
  try {
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // knex's own lock outlives a killed runner; the advisory lock is the one that counts.
    if (await db.schema.hasTable('knex_migrations_lock'))
      await db.migrate.forceFreeMigrationsLock({ migrationSource });
    await db.migrate.latest({ migrationSource });
    // Whoever only asks whether the database is migrated does without the queue.
    const { runMigrations } = await import('graphile-worker');
    await runMigrations({ connectionString: databaseUrl });
  } finally {
    await db.destroy();
    await guard.end();
  }
}

/** Whether every migration has run; for `/ready`. */
export async function isMigrated(db: Knex) {
  const { rows } = await db.raw<{ rows: { name: string }[] }>('select name from knex_migrations');
  const done = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations).every((name) => done.has(name));
}
