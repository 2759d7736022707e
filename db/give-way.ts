import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';

/** What a writer waits at most behind a migration that waits for a lock. Below deadlock_timeout: it is what gives way. */
const LOCK_TIMEOUT_MS = 400;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
const TRIES = 30;
const PAUSE_MS = { least: 1_000, most: 5_000 };

const isBlocked = (error: unknown) =>
  [LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED].includes((error as { code?: string }).code ?? '');

/** A concurrent build locks out no writer and waits for old transactions, however long they take. */
export const limitLockWaits = async (db: Knex | Knex.Transaction) => {
  if (db.isTransaction) await db.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
};

/** Tries again while others hold the locks. Throws the last failure. */
export async function givingWay<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++)
    try {
      return await act();
    } catch (error) {
      if (!isBlocked(error) || tried === TRIES) throw error;
      await delay(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
    }
}

/**
 * The steps of a migration without a transaction, each in one of its own. A step may lock one table that is in use:
 * with two, a writer could hold the second and wait for the first. A killed run is repeated, so steps must be, too.
 */
export async function inSteps(db: Knex, steps: readonly string[]): Promise<void> {
  for (const step of steps)
    await givingWay(() =>
      db.transaction(async (tx) => {
        await limitLockWaits(tx);
        await tx.raw(step);
      }),
    );
}

/** A step: foreign keys of new tables, by table, that lead to one table in use. Names are PostgreSQL's own. */
export const foreignKeys = (target: string, columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([table, column]) => {
      const name = `${table}_${column}_fkey`;
      return `alter table ${table} drop constraint if exists ${name},
        add constraint ${name} foreign key (${column}) references ${target} (id)`;
    })
    .join(';\n');
