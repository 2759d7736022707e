import type { Knex } from 'knex';
import type { DatabaseClock } from './clock';
import { markCommitted } from './repeatable-write';
import type { RequestScopes } from './request-scope';
import type { Sent } from './sql';

// biome-ignore lint/suspicious/noEmptyInterface: server/followers.ts fills it in
export interface Events {}

type Follower<Name extends keyof Events> = (
  tx: Tx,
  ...event: Parameters<Events[Name]>
) => Promise<void> | void;

export type Followers = {
  readonly [Name in keyof Events]: readonly [Follower<Name>, ...Follower<Name>[]];
};

/** Owners add to it. */
export interface TransactionServices {
  readonly databaseClock: Pick<DatabaseClock, 'now'>;
}

export interface Tx extends Knex.Transaction, TransactionServices {
  /**
   * Runs after the act, in this transaction. For what is written once for all that the act did. The commit goes out with
   * what is sent alone, and fails with it.
   */
  beforeCommit(write: () => Promise<Sent | undefined>): void;
  /** Runs once the transaction is committed; a failure is logged and fails nothing. For what may be lost. */
  afterCommit(effect: () => unknown): void;
  /** What the act is about, where the route's first parameter is not: shown to a client that lost the answer. */
  names(subjectId: number): void;
  /** For an act of several transactions: what `progressOf` gives to a repeat under the same Idempotency-Key. */
  keepProgress(progress: object): void;
  /** Publishing runs the event's followers in this transaction, in their listed order. */
  readonly events: Events;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_ATTEMPTS = 3;

const code = (error: unknown) => (error as { code?: unknown } | null)?.code;
const isRetryable = (error: unknown) =>
  code(error) === SERIALIZATION_FAILURE || code(error) === DEADLOCK_DETECTED;

export type Transaction = <T>(act: (tx: Tx) => Promise<T>) => Promise<T>;

interface TransactionOptions {
  readonly followers: Followers;
  readonly carried: TransactionServices;
  readonly onEffectFailure: (error: unknown) => void;
  readonly requestScopes: Pick<RequestScopes, 'getStore'>;
}

export interface Transactions {
  readonly transaction: Transaction;
  /** Resolves when every effect that has begun has ended; await it before the database is closed. */
  drain(): Promise<void>;
}

export function createTransactions(
  db: Knex,
  { followers, carried, requestScopes, onEffectFailure = () => undefined }: Partial<TransactionOptions>,
): Transactions {
  const running = new Set<Promise<unknown>>();

  /** Not awaited by the act: a response does not wait for a broadcast. */
  function start(effect: () => unknown) {
    const run = Promise.resolve()
      .then(effect)
      .catch(onEffectFailure)
      .finally(() => running.delete(run));
    running.add(run);
  }

  return {
    async transaction(act) {
      const write = requestScopes?.getStore()?.write;
      const { result, effects } = await retryTransaction(async () => {
        const { sent, ...acted } = await db.transaction(async (trx) => {
          const effects: (() => unknown)[] = [];
          const lastWrites: (() => Promise<Sent | undefined>)[] = [];
          const sent: Promise<unknown>[] = [];
          const marker: { subjectId?: number; progress?: object } = {};
          const tx = Object.assign(trx as Tx, carried, {
            beforeCommit: (write: () => Promise<Sent | undefined>) => void lastWrites.push(write),
            afterCommit: (effect: () => unknown) => void effects.push(effect),
            names: (subjectId: number) => void Object.assign(marker, { subjectId }),
            keepProgress: (progress: object) => void Object.assign(marker, { progress }),
            events: publishers(followers, trx as Tx),
          });
          const result = await act(tx);
          if (write?.isOpen) lastWrites.push(() => markCommitted(tx, write, marker));
          for (const lastWrite of lastWrites) {
            const last = await lastWrite();
            if (last) sent.push(last.written);
          }
          return { result, effects, sent };
        });
        // A commit after a failed statement rolls back, and says so nowhere else.
        for (const written of sent) await written;
        return acted;
      });
      if (write) write.hasCommitted = true;
      for (const effect of effects) start(effect);
      return result;
    },
    async drain() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function publishers(followers: Followers | undefined, tx: Tx): Events {
  const publish = Object.entries(followers ?? {}).map(([name, followersOfEvent]) => [
    name,
    async (...event: unknown[]) => {
      for (const follow of followersOfEvent as readonly ((tx: Tx, ...event: unknown[]) => unknown)[])
        await follow(tx, ...event);
    },
  ]);
  return Object.fromEntries(publish) as Events;
}

/** Never nest. Runs the act at most three times, where PostgreSQL says that trying again is the remedy. */
async function retryTransaction<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

export const transaction = <T>(db: Knex, act: (tx: Tx) => Promise<T>): Promise<T> =>
  createTransactions(db, {}).transaction(act);
