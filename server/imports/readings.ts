import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/connection';
import type { ImportReadingRow } from '../../db/tables';
import { type Tx, transaction } from '../../db/transaction';
import { Conflict, HttpError, Invalid, NotFound, Unavailable } from '../http/errors';
import { enqueue } from '../jobs/job';
import type { Services } from '../services';
import type { PreviewChanges, PreviewSummary } from './preview/contract';
import { readImportFile } from './reading-job';

export type ReadingSubject = { preview_id: number } | { import_id: number };

const MAX_WAIT_MS = 20_000;
const POLL_MS = [10, 20, 40, 80, 150];
/** A reading that has waited longer may have lost its job. */
const LOST_AFTER_MS = 10_000;
/** Readings take turns in two queues, so that other jobs always find a free place. */
const QUEUES = 2;

const STILL_READING = 'Your file is still being read. Try again in a few seconds.';

type State = Pick<ImportReadingRow, 'id' | 'done' | 'refusal' | 'created_at'>;
const state = ['id', 'done', 'refusal', 'created_at'] as const;

async function enqueueReading(tx: Tx, subject: ReadingSubject, readingId: number) {
  const [kind, subjectId] =
    'preview_id' in subject ? ['preview', subject.preview_id] : ['import', subject.import_id];
  const when = { key: `reading ${kind} ${subjectId}`, queue: `readings ${subjectId % QUEUES}` };
  await enqueue(tx, readImportFile, { reading_id: readingId }, when);
}

/** Asks a worker to read the file of a preview or an import; answers the reading's id. */
export async function requestReading(
  tx: Tx,
  subject: ReadingSubject,
  changes: PreviewChanges | null = null,
): Promise<number> {
  const [reading] = await tx('import_readings')
    .insert({ ...subject, changes: changes && (JSON.stringify(changes) as never) })
    .returning('id');
  if (!reading) throw new Error('The reading was not written');
  await enqueueReading(tx, subject, reading.id);
  return reading.id;
}

/** Waits for a worker, without a connection. Throws the refusal; 503 where it takes too long. */
export async function awaitReading(db: Db, readingId: number): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let attempt = 0; performance.now() < deadline; attempt++) {
    const reading = await db('import_readings')
      .where({ id: readingId })
      .first(...state);
    if (!reading) throw NotFound();
    if (reading.refusal) throw refusalOf(reading.refusal);
    if (reading.done) return;
    await pause(POLL_MS[Math.min(attempt, POLL_MS.length - 1)]);
  }
  throw Unavailable(STILL_READING);
}

const refusalOf = ({ status, message }: NonNullable<ImportReadingRow['refusal']>) =>
  status === 422 ? Invalid(message) : Conflict(message);

/** The newest reading of a preview, requested where there is none. */
async function currentReading({ db }: Pick<Services, 'db'>, previewId: number): Promise<State> {
  return transaction(db, async (tx) => {
    const subject = { preview_id: previewId };
    const newest = await tx('import_readings')
      .where(subject)
      .whereNull('refusal')
      .orderBy('id', 'desc')
      .first(...state);
    if (!newest) {
      const id = await requestReading(tx, subject);
      return { id, done: false, refusal: null, created_at: new Date() };
    }
    if (!newest.done && newest.created_at.getTime() < Date.now() - LOST_AFTER_MS)
      await enqueueReading(tx, subject, newest.id);
    return newest;
  });
}

/** The id of the preview's newest reading, once it is done. */
export async function finishedReading(services: Pick<Services, 'db'>, previewId: number): Promise<number> {
  for (;;) {
    const reading = await currentReading(services, previewId);
    if (reading.done) return reading.id;
    await awaitReading(services.db, reading.id).catch((error: unknown) => {
      // The changes of another window were refused; the reading before them holds.
      if (!(error instanceof HttpError) || error.status === 503) throw error;
    });
  }
}

export async function summaryOf(db: Db, readingId: number): Promise<PreviewSummary> {
  const reading = await db('import_readings').where({ id: readingId }).first('summary');
  if (!reading?.summary) throw NotFound();
  return reading.summary as PreviewSummary;
}

export async function rejectedCsvOf(db: Db, readingId: number): Promise<string> {
  const reading = await db('import_readings').where({ id: readingId }).first('rejected_csv');
  return reading?.rejected_csv ?? '';
}
