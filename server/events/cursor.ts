import { DAY_MS } from '../contract/durations';
import { HttpError } from '../http/errors';
import { KEPT_DAYS } from './rules';

/** Where a reader is: between two snapshots, behind the last event that it read. */
export interface Cursor {
  /** Events that this snapshot sees were read before. */
  readonly since: string;
  /** null: all that `since` does not see is to be read. */
  readonly until: string | null;
  /** null: none was read between them. */
  readonly lastId: string | null;
  /** Of the database cluster, whose transaction ids mean nothing in another one. */
  readonly cluster: string;
  /** When the snapshots were taken, in milliseconds. */
  readonly sinceAt: number;
  readonly untilAt: number;
}

const CURSOR_EXPIRED = 'This cursor is no longer valid. Read the current state, then start with after=now.';

export const CursorExpired = () => new HttpError(410, { error: CURSOR_EXPIRED, code: 'cursor_expired' });

const FIELDS = ['since', 'until', 'lastId', 'cluster', 'sinceAt', 'untilAt'] as const;

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(FIELDS.map((field) => cursor[field]))).toString('base64url');

const SNAPSHOT = /^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/;
const ID = /^\d{1,18}$/;
const CLUSTER = /^\d{1,20}$/;

const matches = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}

const isCursor = (cursor: Record<string, unknown>): boolean =>
  matches(cursor.since, SNAPSHOT) &&
  (cursor.until === null || matches(cursor.until, SNAPSHOT)) &&
  (cursor.lastId === null || matches(cursor.lastId, ID)) &&
  matches(cursor.cluster, CLUSTER) &&
  Number.isSafeInteger(cursor.sinceAt) &&
  Number.isSafeInteger(cursor.untilAt);

/** Throws 410 `cursor_expired` for what is no cursor, or is older than the events that are kept. */
export function readCursor(text: string, now: Date): Cursor {
  const parts = parse(text);
  const values = Array.isArray(parts) ? (parts as unknown[]) : [];
  const cursor = Object.fromEntries(FIELDS.map((field, index) => [field, values[index]]));
  if (!isCursor(cursor)) throw CursorExpired();
  const read = cursor as unknown as Cursor;
  if (read.sinceAt < now.getTime() - KEPT_DAYS * DAY_MS) throw CursorExpired();
  return read;
}
