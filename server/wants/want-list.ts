import type { Tx } from '../../db/transaction';
import type { Buyer } from '../accounts/policy';
import { MAX_CSV_BYTES } from '../contract/limits';
import type { EmailChoice } from '../contract/notification-kinds';
import { Conflict, Invalid, NotFound } from '../http/errors';
import { decodeCsv } from '../imports/parsing/csv';
import { UnreadableFile } from '../imports/parsing/records';
import { lockBuyer } from '../offers/offer';
import type { Services } from '../services';
import { originalOf } from '../storage/keys';
import { bytesOf } from '../storage/store';
import { attachFile, uploadText } from '../uploads/upload';
import { broadcastList } from './broadcast';
import { wantProblems } from './cells/rules';
import type { WantList } from './contract';
import { dayOf, endDateProblem } from './end-date';
import { enqueueMatching, matchAgain } from './matching/job';
import { wantListOf } from './queries';
import { countWantHeadings } from './reading/headings';
import { isTotal } from './reading/pasted';
import { DEFAULT_LIST_DAYS, MAX_LIST_LINES, MAX_TEXT_BYTES, NO_LINES, TOO_MANY_LINES } from './rules';
import { wantListDocument } from './serializer';

const MAX_WANT_LISTS = 20;

interface NewWantList {
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  readonly key?: string | undefined;
  readonly ends_on?: string | undefined;
  readonly alert: EmailChoice;
}

/** Throws 422 unless the day is in the future, and within a year. */
export function requireEndDate(tx: Tx, day: string): string {
  const problem = endDateProblem(day, dayOf(tx.databaseClock.now()));
  if (problem) throw Invalid(wantProblems[problem], { ends_on: [wantProblems[problem]] });
  return day;
}

const LINE = /[^\s][^\r\n]*/g;
const CELL = /[^\t,;|]+/g;

const cellsOf = (line: string) => Array.from(line.slice(0, 1_000).matchAll(CELL), ([cell]) => cell.trim());

/** Counts lines that are not blank, headings or totals, without reading them: the worker does. */
function requireLines(text: string) {
  const lines = Array.from(text.matchAll(LINE), ([line]) => line);
  if (lines.length === 0) throw Invalid(NO_LINES, { text: [NO_LINES] });
  const headings = countWantHeadings(cellsOf(lines[0] ?? '')) > 0 ? 1 : 0;
  while (lines.length > 1 && isTotal(cellsOf(lines.at(-1) ?? ''))) lines.pop();
  if (lines.length - headings > MAX_LIST_LINES)
    throw Invalid(TOO_MANY_LINES, { text: [TOO_MANY_LINES] }, { code: 'too_many_lines' });
}

type WantServices = Pick<Services, 'db' | 'store' | 'transaction'>;

/** Stores the text like an upload, or takes one. The worker reads it. Throws 422. */
export async function createWantList(
  services: WantServices,
  viewer: Buyer,
  given: NewWantList,
): Promise<WantList> {
  const { text = '', key } = given;
  if (!key) requireLines(text);
  const fileKey = key || (await uploadText(services, viewer.id, text));
  return services.transaction(async (tx) => {
    await lockBuyer(tx, viewer.buyer_id);
    const lists = await tx('want_lists').where({ buyer_id: viewer.buyer_id }).select('id');
    if (lists.length >= MAX_WANT_LISTS) throw Invalid(`You can have up to ${MAX_WANT_LISTS} want lists`);
    const limits = { belowBytes: MAX_CSV_BYTES, tooLarge: 'Choose a CSV file under 4 MB' };
    const stored_key = await attachFile(tx, services, viewer.id, fileKey, limits);
    const id = await insertList(tx, viewer, { ...given, stored_key });
    await enqueueMatching(tx, id);
    tx.names(id);
    return wantListDocument(await wantListOf(tx, id));
  });
}

const dayName = (at: Date) =>
  at.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** "List of Nov 24, 2026 (2)" for the second one of a day. Lists are few. */
async function unusedName(tx: Tx, buyer_id: number, name: string): Promise<string> {
  const lists = await tx('want_lists').where({ buyer_id }).select('name');
  const used = new Set(lists.map((list) => list.name));
  const names = [name, ...lists.map((_list, at) => `${name} (${at + 2})`)];
  return names.find((one) => !used.has(one)) ?? name;
}

async function insertList(
  tx: Tx,
  viewer: Buyer,
  { name, ends_on, alert, stored_key }: NewWantList & { readonly stored_key: string },
): Promise<number> {
  const now = tx.databaseClock.now();
  const [list] = await tx('want_lists')
    .insert({
      buyer_id: viewer.buyer_id,
      user_id: viewer.id,
      name: name || (await unusedName(tx, viewer.buyer_id, `List of ${dayName(now)}`)),
      ends_on: ends_on ? requireEndDate(tx, ends_on) : dayOf(now, DEFAULT_LIST_DAYS),
      alert,
      stored_key,
    })
    .returning('id');
  if (!list) throw new Error('The want list was not written');
  return list.id;
}

/** What was pasted or uploaded, where it is a text that can be pasted again. The list is one that could not be read. */
export async function textOfList(
  { db, store }: Pick<WantServices, 'db' | 'store'>,
  id: number,
): Promise<string | null> {
  const list = await db('want_lists').where({ id }).first('stored_key');
  const file = list && (await store.read(originalOf(list.stored_key)));
  const bytes = file && (await bytesOf(file));
  if (!bytes || bytes.length > MAX_TEXT_BYTES) return null;
  try {
    return decodeCsv(bytes);
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}

interface WantListChanges {
  readonly name?: string | undefined;
  readonly alert?: EmailChoice | undefined;
  readonly ends_on?: string | undefined;
  readonly version?: number | undefined;
}

const LIST_CHANGED = 'This want list changed. Review it and try again.';

/** Throws 409 for a version that is not the current one. A later day opens again what ended with the list. */
export async function updateWantList(
  tx: Tx,
  buyerId: number,
  id: number,
  { name, alert, ends_on, version }: WantListChanges,
): Promise<WantList> {
  await lockBuyer(tx, buyerId);
  const before = await tx('want_lists')
    .where({ id })
    .forUpdate()
    .first('alert', 'ends_on', 'version', 'name');
  if (!before) throw NotFound();
  if (version !== undefined && version < before.version) throw Conflict(LIST_CHANGED);
  if (ends_on && ends_on !== before.ends_on) requireEndDate(tx, ends_on);
  await tx('want_lists')
    .where({ id })
    .update({
      name: name || before.name,
      alert: alert ?? before.alert,
      ends_on: ends_on || before.ends_on,
      version: before.version + 1,
    });
  if (alert && before.alert === 'off') await settleNews(tx, id);
  if (ends_on && ends_on > before.ends_on) await reopenEnded(tx, id);
  broadcastList(tx, { id, buyer_id: buyerId });
  return wantListDocument(await wantListOf(tx, id));
}

/** Nothing collected while there was no alert is mailed once there is one. */
const settleNews = (tx: Tx, listId: number) =>
  tx('want_news')
    .whereIn('want_id', tx('wants').where({ want_list_id: listId }).select('id'))
    .whereNull('sent_at')
    .update({ sent_at: tx.fn.now() });

async function reopenEnded(tx: Tx, id: number) {
  const reopened = await tx('wants')
    .where({ want_list_id: id, status: 'closed', ends_on: null })
    .whereRaw("problems = '{}'")
    .update({ status: 'waiting', unmatched: true });
  if (reopened > 0) await matchAgain(tx, id);
}

export async function deleteWantList(
  { store, transaction }: Pick<WantServices, 'store' | 'transaction'>,
  buyer_id: number,
  id: number,
): Promise<undefined> {
  await transaction(async (tx) => {
    await lockBuyer(tx, buyer_id);
    const [deleted] = await tx('want_lists').where({ id, buyer_id }).delete().returning('stored_key');
    if (!deleted) return;
    await store.delete(originalOf(deleted.stored_key));
    broadcastList(tx, { id, buyer_id });
  });
  return undefined;
}
