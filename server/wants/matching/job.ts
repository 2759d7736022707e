import type { Tx } from '../../../db/transaction';
import { id, object } from '../../contract/fields';
import { enqueue, job } from '../../jobs/job';
import { readAndMatch } from '../reading/read';

export const matchWantList = job(
  'match-want-list',
  object({ want_list_id: id().required() }),
  (services, { want_list_id }, attempt) => readAndMatch(services, want_list_id, attempt?.isLast),
  { attempts: 8 },
);

/** Of few names, so that lists leave slots to other jobs. */
const QUEUES = 2;

export const enqueueMatching = (tx: Tx, id: number) =>
  enqueue(
    tx,
    matchWantList,
    { want_list_id: id },
    { key: `match-want-list-${id}`, queue: `wants ${id % QUEUES}` },
  );

/** The worker looks for the wants of the list that are unmatched. */
export async function matchAgain(tx: Tx, id: number): Promise<void> {
  await tx('want_lists').where({ id, state: 'ready' }).update({ state: 'matching' });
  await enqueueMatching(tx, id);
}
