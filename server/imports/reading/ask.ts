import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../db/connection';
import type { ImportReadingRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { fromJson } from '../../contract/json';
import { Conflict, HttpError, Invalid, NotFound, Unavailable } from '../../http/errors';
import { enqueue } from '../../jobs/job';
import type { Services } from '../../services';
import type { PreviewChanges, StoredSummary } from '../preview/contract';
import { readImportFile } from './answer';

export type ReadingSubject = { preview_id: number } | { import_id: number };

const MAX_WAIT_MS = 20_000;
const POLL_MS = [10, 20, 40, 80, 150];
/** The job of a reading that waits longer may be lost. */
const LOST_AFTER_MS = 10_000;
/** Limits concurrent readings, so that other jobs always find a free worker slot. */
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

/** Polls without holding a connection. Throws the refusal (409, 422), or 503 after 20 s. */
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

const newestReading = (tx: Tx, subject: { preview_id: number }): Promise<State | undefined> =>
  tx('import_readings')
    .where(subject)
    .whereNull('refusal')
    .orderBy('id', 'desc')
    .first(...state);

type ReadingServices = Pick<Services, 'db' | 'transaction'>;

async function currentReading({ transaction }: ReadingServices, previewId: number) {
  return transaction(async (tx) => {
    const subject = { preview_id: previewId };
    const newest = await newestReading(tx, subject);
    if (!newest) {
      const id = await requestReading(tx, subject);
      return { id, done: false, refusal: null, created_at: tx.databaseClock.now() };
    }
    if (mayBeLost(newest, tx.databaseClock.now())) await enqueueReading(tx, subject, newest.id);
    return newest;
  });
}

const mayBeLost = ({ done, created_at }: State, now: Date) =>
  !done && created_at.getTime() < now.getTime() - LOST_AFTER_MS;

export async function finishedReading(services: ReadingServices, previewId: number): Promise<number> {
  for (;;) {
    const reading = await currentReading(services, previewId);
    if (reading.done) return reading.id;
    await awaitReading(services.db, reading.id).catch((error: unknown) => {
      // Another window's changes were refused; the previous reading is still valid.
      if (!(error instanceof HttpError) || error.status === 503) throw error;
    });
  }
}

export async function summaryOf(db: Db, readingId: number): Promise<StoredSummary> {
  const { rows } = await db.raw<{ rows: { summary: string | null }[] }>(
    'select summary::text as summary from import_readings where id = ?',
    [readingId],
  );
  const summary = rows[0]?.summary;
  if (!summary) throw NotFound();
  return fromJson(summary) as StoredSummary;
}

export async function rejectedCsvOf(db: Db, readingId: number): Promise<string> {
  const reading = await db('import_readings').where({ id: readingId }).first('rejected_csv');
  return reading?.rejected_csv ?? '';
}

export async function currentRejectedCsv(
  { db, transaction }: Pick<Services, 'db' | 'transaction'>,
  importId: number,
): Promise<string> {
  const reading = await transaction((tx) => requestReading(tx, { import_id: importId }));
  await awaitReading(db, reading);
  return rejectedCsvOf(db, reading);
}
