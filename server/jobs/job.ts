import type { ISchema } from 'yup';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import type { Services } from '../services';

/** A job as a value. Work may run twice: it must end the same. */
export interface Job<Payload = unknown> {
  readonly name: string;
  readonly payload: ISchema<Payload>;
  readonly attempts: number;
  // A method, so that jobs of any payload fit in one list.
  work(services: Services, payload: Payload): Promise<void>;
}

export const job = <Payload>(
  name: string,
  payload: ISchema<Payload>,
  work: (services: Services, payload: Payload) => Promise<void>,
  { attempts = 25 }: { attempts?: number } = {},
): Job<Payload> => ({ name, payload, work, attempts });

interface When {
  runAt?: Date;
  /** A waiting job of the same key is replaced. */
  key?: string;
  /** Jobs of one queue run one after another. Few names: a row for each is kept. */
  queue?: string;
}

/** A row in the same transaction as its cause: the job exists if and only if that does. */
export async function enqueue<Payload>(
  tx: Tx,
  { name, attempts }: Job<Payload>,
  payload: Payload,
  when: When = {},
) {
  // Without a time it is due by the database's clock, which may be behind ours.
  await tx.raw(
    `select 1 from graphile_worker.add_job(?, ?::json, queue_name := ?, run_at := ?, max_attempts := ?, job_key := ?)`,
    [name, toJson(payload), when.queue ?? null, when.runAt ?? null, attempts, when.key ?? null],
  );
}
