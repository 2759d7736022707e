import type { Knex } from 'knex';
import type { Logger } from 'pino';

const BATCH_MS = 50;

interface WakeServices {
  readonly db: Knex;
  readonly log: Logger;
}

/**
 * Starts the jobs of endpoints that were given something, together for all acts of a moment. May be lost: the schedule
 * finds what is due.
 */
export function wakeWebhooks(
  { db, log }: WakeServices,
  enqueue: (db: Knex, webhookId: number) => Promise<void>,
) {
  let pending = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let waking: Promise<void> | undefined;

  async function wakePending() {
    const ids = pending;
    pending = new Set();
    timer = undefined;
    try {
      for (const id of ids) await enqueue(db, id);
    } catch (err) {
      log.warn({ err }, 'webhooks were not told of events, which the schedule will find');
    }
  }

  return {
    wake(ids: readonly number[]) {
      for (const id of ids) pending.add(id);
      timer ??= setTimeout(() => {
        waking = wakePending();
      }, BATCH_MS).unref();
    },
    /** To call before the database is closed. What is pending is left to the schedule. */
    async stop() {
      clearTimeout(timer);
      pending = new Set();
      await waking;
    },
  };
}
