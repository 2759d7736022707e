import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { connect } from './connection';
import { givingWay, limitLockWaits } from './give-way';
import { isRestoring, RestoreUnfinished } from './restoring';

/** The files in order of execution. The database records these names, so they never change. */
export const MIGRATIONS: readonly string[] = [
  '0001_accounts',
  '0002_products',
  '0003_offers',
  '0004_payments',
  '0005_notices',
  '0010_job_workers',
  '0011_mail_reply_to',
  '0020_sandbox',
  '0030_listings',
  '0031_listing_refill',
  '0040_imports',
  '0041_shopify',
  '0050_insights',
  '0051_offer_totals_order',
  '0052_tallies',
  '0053_list_orders',
  '0054_stuck_work',
  '0055_bulk_changes',
  '0090_cable',
  '0092_import_files',
  '0093_open_lists',
  '0094_import_readings',
  '0095_import_issue_counts',
  '0102_import_row_counts',
  '0110_addresses',
  '0111_product_locations',
  '0112_product_locations_valid',
  '0113_fulfilment',
  '0114_fulfilment_valid',
  '0140_settled_refunds',
  '0141_claims',
  '0142_claims_valid',
  '0120_notifications',
  '0125_documents',
  '0135_order_progress',
  '0136_order_progress_valid',
  '0137_order_dates',
  '0145_ledger',
  '0146_ledger_due',
  '0161_minimums_and_cases',
  '0162_sell_by_valid',
  '0163_min_order_valid',
  '0153_bulk_answers',
  '0166_email_notices_sent',
  '0175_favorites',
  '0156_answer_rules',
  '0157_planned_answers',
  '0158_rule_answers',
  '0150_messages',
  '0151_message_parties',
  '0159_price_guides',
  '0160_product_condition_valid',
  '0200_order_line_origin',
  '0210_saved_searches',
  '0201_listing_kinds',
  '0202_listing_reads',
  '0180_money_lists',
  '0185_earlier_notes',
  '0240_product_search_text',
  '0241_order_line_search_text',
  '0230_product_views',
  '0231_offers_of_period',
  '0250_operations',
  '0251_next_release',
  '0252_cable_payload_ids',
  '0260_listing_counts',
  '0310_import_header_line',
  '0340_paused_products',
  '0341_first_steps',
  '0350_search_sellers_and_codes',
  '0320_deposits_due_at',
  '0321_deposits_due_at_today',
  '0351_history_freight',
  '0360_one_search_engine',
  '0370_import_reading_rows',
  '0380_company_members',
  '0381_users_by_company',
  '0382_company_members_valid',
  '0386_invitations',
  '0387_audit_by_company',
  '0390_safe_accounts',
  '0395_approvals',
  '0396_committed_by',
  '0405_api_keys',
  '0406_api_keys_valid',
  '0415_events',
  '0416_webhook_reasons',
  '0417_offer_changed_by',
  '0400_order_data',
  '0401_order_data_valid',
  '0410_idempotency_keys',
  '0430_product_changes',
  '0431_products_of_seller_by_id',
  '0450_want_lists',
  '0440_stock_sheets',
  '0425_want_words',
  '0426_typed_wants',
  '0436_cable_history',
  '0421_preview_updates',
  '0422_approvals_waiting',
  '0458_staff_and_failed_lists',
];

const sourceOf = (names: readonly string[]): Knex.MigrationSource<string> => ({
  getMigrations: async () => [...names],
  getMigrationName: (name) => name,
  // The extension is part of the pattern by which esbuild finds the files.
  getMigration: async (name) => (await import(`./migrations/${name}.ts`)) as Knex.Migration,
});

const MIGRATION_LOCK = 729_481_133;

const LOCK_RETRY_MS = 200;

/** Asks again and again: a query that waited would hold up what the first process indexes concurrently. */
async function takeLock(guard: pg.ClientBase, tryLock: string) {
  const isFree = async () => {
    const { rows } = await guard.query(`select ${tryLock}($1) as taken`, [MIGRATION_LOCK]);
    return rows[0]?.taken === true;
  };
  while (!(await isFree())) await delay(LOCK_RETRY_MS);
}

/** Keeps migrations from starting until the session ends, after those that run. */
export const holdMigrations = (session: pg.ClientBase) => takeLock(session, 'pg_try_advisory_lock_shared');

/** Each in a transaction with its record, so that no lock outlives a migration. Returns false after the last one. */
async function migrateNext(db: Knex, migrationSource: Knex.MigrationSource<string>): Promise<boolean> {
  const [, names] = await givingWay(() => db.migrate.up({ migrationSource, beforeEach: limitLockWaits }));
  return names.length > 0;
}

export interface MigrateOptions {
  /** Migrations to run, in place of all. */
  readonly only?: readonly string[];
  /** The caller is the restore itself. */
  readonly restoring?: boolean;
}

/** Migrates the schema and the job queue's. A second process waits for the first. Throws RestoreUnfinished. */
export async function migrate(
  databaseUrl: string,
  { only = MIGRATIONS, restoring = false }: MigrateOptions = {},
) {
  const migrationSource = sourceOf(MIGRATIONS.filter((name) => only.includes(name)));
  // No listener for its errors: without the lock this process must not go on.
  const guard = new pg.Client({ connectionString: databaseUrl });
  await guard.connect();
  const db = connect(databaseUrl, { max: 2 });
  try {
    await takeLock(guard, 'pg_try_advisory_lock');
    if (!restoring && (await isRestoring(guard))) throw new RestoreUnfinished();
    // knex's lock survives a killed process; the advisory lock replaces it.
    if (await db.schema.hasTable('knex_migrations_lock'))
      await db.migrate.forceFreeMigrationsLock({ migrationSource });
    while (await migrateNext(db, migrationSource));
    const { runMigrations } = await import('graphile-worker');
    await runMigrations({ connectionString: databaseUrl });
  } finally {
    await db.destroy();
    await guard.end();
  }
}

export async function isMigrated(db: Knex) {
  const { rows } = await db.raw<{ rows: { name: string }[] }>('select name from knex_migrations');
  const recorded = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.every((name) => recorded.has(name));
}

/** Those of `names` that this version does not have. */
export const unknownMigrations = (names: readonly string[]) =>
  names.filter((name) => !MIGRATIONS.includes(name));
