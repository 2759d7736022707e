import type { Knex } from 'knex';

export interface Tx extends Knex.Transaction {
  /** Runs once the transaction is committed; a failure is logged and fails nothing. For what may be lost. */
  afterCommit(effect: () => unknown): void;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 3;

const code = (error: unknown) => (error as { code?: unknown } | null)?.code;
const isRetryable = (error: unknown) =>
  code(error) === SERIALIZATION_FAILURE || code(error) === DEADLOCK_DETECTED;

const running = new Set<Promise<unknown>>();

/** When every effect that has begun has ended: to await before the database is closed. */
export async function drainEffects() {
  while (running.size > 0) await Promise.all(running);
}

/** Not awaited by the act: an answer does not wait for a broadcast. */
function start(effect: () => unknown) {
  const run = Promise.resolve()
    .then(effect)
    .catch(onEffectFailure)
    .finally(() => running.delete(run));
  running.add(run);
}

let onEffectFailure: (error: unknown) => void = () => undefined;

/** Where failures of after-commit effects are reported. */
export function reportEffectFailures(report: (error: unknown) => void) {
  onEffectFailure = report;
}

/**
 * All or nothing. Only acts open one; never nest. The whole act is retried, at most three times in all,
 * where PostgreSQL says that trying again is the remedy.
 */
export async function transaction<T>(db: Knex, act: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: (() => unknown)[] = [];
    try {
      const result = await db.transaction((trx) =>
        act(Object.assign(trx, { afterCommit: (effect: () => unknown) => void effects.push(effect) })),
      );
      effects.forEach(start);
      return result;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/** Whether the error is a violation of the named constraint. */
export const violates = (error: unknown, constraint: string) =>
  (error as { constraint?: unknown } | null)?.constraint === constraint;
