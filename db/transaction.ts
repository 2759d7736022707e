import type { Knex } from 'knex';

/** What acts publish. Declared in server/followers.ts, beside the followers of each event. */
// biome-ignore lint/suspicious/noEmptyInterface: server/followers.ts fills it in
export interface Events {}

export type Follower<Name extends keyof Events> = (
  tx: Tx,
  ...event: Parameters<Events[Name]>
) => Promise<void> | void;

export type Followers = {
  readonly [Name in keyof Events]: readonly [Follower<Name>, ...Follower<Name>[]];
};

/** What a transaction carries for helpers that get only `tx`; each owner declares its part. */
// biome-ignore lint/suspicious/noEmptyInterface: owners fill it in
export interface TransactionServices {}

export interface Tx extends Knex.Transaction, TransactionServices {
  /** Runs once the transaction is committed; a failure is logged and fails nothing. For what may be lost. */
  afterCommit(effect: () => unknown): void;
  /** Publishing runs the event's followers in this transaction, in their listed order. */
  readonly events: Events;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 3;

const code = (error: unknown) => (error as { code?: unknown } | null)?.code;
const isRetryable = (error: unknown) =>
  code(error) === SERIALIZATION_FAILURE || code(error) === DEADLOCK_DETECTED;

interface TransactionOptions {
  readonly followers: Followers;
  readonly carried: TransactionServices;
  readonly onEffectFailure: (error: unknown) => void;
}

/** What the transactions of one database share: who follows their events, and the effects under way. */
export class TransactionContext {
  readonly #options: TransactionOptions | null;
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: TransactionOptions | null) {
    this.#options = options;
  }

  get carried(): Partial<TransactionServices> {
    return this.#options?.carried ?? {};
  }

  events(tx: Tx): Events {
    const publishers = Object.entries(this.#options?.followers ?? {}).map(([name, followers]) => [
      name,
      async (...event: unknown[]) => {
        for (const follow of followers as readonly ((tx: Tx, ...event: unknown[]) => unknown)[])
          await follow(tx, ...event);
      },
    ]);
    return Object.fromEntries(publishers) as Events;
  }

  /** Not awaited by the act: an answer does not wait for a broadcast. */
  start(effect: () => unknown) {
    const run = Promise.resolve()
      .then(effect)
      .catch((error) => this.#options?.onEffectFailure(error))
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** When every effect that has begun has ended: to await before the database is closed. */
  async drain() {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

/** From now on the transactions of `db` publish to these followers; without them a database publishes nothing. */
export function openTransactions(db: Knex, options: TransactionOptions): TransactionContext {
  const context = new TransactionContext(options);
  db.userParams = { ...db.userParams, transactions: context };
  return context;
}

const contextOf = (db: Knex) =>
  (db.userParams.transactions as TransactionContext | undefined) ?? new TransactionContext(null);

/**
 * All or nothing. Only acts open one; never nest. The whole act is retried, at most three times in all,
 * where PostgreSQL says that trying again is the remedy.
 */
export async function transaction<T>(db: Knex, act: (tx: Tx) => Promise<T>): Promise<T> {
  const context = contextOf(db);
  for (let attempt = 1; ; attempt++) {
    const effects: (() => unknown)[] = [];
    try {
      const result = await db.transaction((trx) => {
        const tx = trx as Tx;
        return act(
          Object.assign(tx, context.carried, {
            afterCommit: (effect: () => unknown) => void effects.push(effect),
            events: context.events(tx),
          }),
        );
      });
      for (const effect of effects) context.start(effect);
      return result;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/** Whether the error is a violation of the named constraint. */
export const violates = (error: unknown, constraint: string) =>
  (error as { constraint?: unknown } | null)?.constraint === constraint;
