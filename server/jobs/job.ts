import type { Knex } from 'knex';
import type { ISchema } from 'yup';
import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import type { Services } from '../services';

export interface Attempt {
  /** A failure of this attempt is for good. */
  readonly isLast: boolean;
}

/** `work` may run more than once and must be idempotent. */
export interface Job<Payload = unknown> {
  readonly name: string;
  readonly payload: ISchema<Payload>;
  readonly attempts: number;
  /** Jobs that talk to a server of others have slots of their own: while it hangs, all others go on. */
  readonly slots: 'common' | 'mail' | 'webhooks';
  // A method, because its parameters are bivariant: jobs of any payload fit into one list.
  work(services: Services, payload: Payload, attempt?: Attempt): Promise<void>;
}

export const job = <Payload>(
  name: string,
  payload: ISchema<Payload>,
  work: (services: Services, payload: Payload, attempt?: Attempt) => Promise<void>,
  { attempts = 25, slots = 'common' }: { attempts?: number; slots?: Job['slots'] } = {},
): Job<Payload> => ({ name, payload, work, attempts, slots });

interface EnqueueOptions {
  runAt?: Date;
  key?: string;
  /** Jobs of a queue run one after another. Use few names, as each is stored forever. */
  queue?: string;
}

const addJob = statement(
  'add job',
  `select 1 as added from graphile_worker.add_job($1, $2::json, queue_name := $3, run_at := $4, max_attempts := $5, job_key := $6)`,
);

/** In the act's transaction, unless a row of that act promises the same work. */
export async function enqueue<Payload>(
  tx: Tx | Knex,
  { name, attempts }: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
) {
  // By default the database's clock decides when it is due; this process's may be ahead.
  const { queue = null, runAt = null, key = null } = options;
  await addJob(tx, [name, toJson(payload), queue, runAt, attempts, key]);
}

/** Any number of processes may run the schedule; each tick runs once. */
export interface Scheduled {
  readonly job: Job;
  /** Minute, hour, day, month, weekday, in UTC. */
  readonly at: string;
  readonly payload: unknown;
}

export const every = <Payload>(at: string, job: Job<Payload>, payload?: Payload): Scheduled => ({
  job: job as Job,
  at,
  payload: payload ?? {},
});
