import { statement } from '../../../db/sql';
import type { WantListRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { replyOfThread } from '../../imports/parsing/csv-reader';
import { UnreadableFile } from '../../imports/parsing/records';
import { lockBuyer } from '../../offers/offer';
import type { Services } from '../../services';
import { originalOf } from '../../storage/keys';
import { bytesOf } from '../../storage/store';
import { broadcastList } from '../broadcast';
import { dayOf } from '../end-date';
import { matchList } from '../matching/match';
import { countOpen } from '../queries';
import { identify } from './item';
import type { ReadLine } from './lines';
import type { WantReply, WantThreadData } from './want-thread';

const MAX_OPEN_WANTS = 20_000;

type ReadServices = Pick<Services, 'config' | 'databaseClock' | 'db' | 'store' | 'transaction'>;

type ReadList = Pick<WantListRow, 'id' | 'buyer_id' | 'stored_key' | 'state'>;

const findList = (db: Services['db'], id: number): Promise<ReadList | undefined> =>
  db('want_lists').where({ id }).first('id', 'buyer_id', 'stored_key', 'state');

/** Reads the list unless that is done, then matches what is not matched yet. A killed run is repeated. */
export async function readAndMatch(services: ReadServices, id: number, isLast = false): Promise<void> {
  const list = await findList(services.db, id);
  if (!list || list.state === 'failed') return;
  if (list.state === 'reading' && !(await readList(services, list, isLast))) return;
  await services.store.delete(originalOf(list.stored_key));
  await matchList(services, id);
}

const FAILED = "This list couldn't be read. Upload it again.";

/** Returns false where the list can't be read, which it says from then on. */
async function readList(services: ReadServices, list: ReadList, isLast: boolean): Promise<boolean> {
  try {
    const lines = await linesOf(services, list);
    await services.transaction((tx) => insertLines(tx, list, lines));
    return true;
  } catch (error) {
    const isUnreadable = error instanceof UnreadableFile;
    if (!isUnreadable && !isLast) throw error;
    await services.transaction((tx) => fail(tx, list, isUnreadable ? error.message : FAILED));
    if (!isUnreadable) throw error;
    return false;
  }
}

async function linesOf({ config, databaseClock, store }: ReadServices, { stored_key }: ReadList) {
  const file = await store.read(originalOf(stored_key));
  if (!file) throw new UnreadableFile('The file was deleted. Upload it again.');
  const data: WantThreadData = { bytes: await bytesOf(file), today: dayOf(databaseClock.now()) };
  return (await replyOfThread<WantReply>(config.root, 'want-thread', data)).lines;
}

const TOO_MANY_OPEN = `You can have up to ${MAX_OPEN_WANTS.toLocaleString('en-US')} open lines. Delete a list and try again.`;

/** `offset 0`: the words are computed once, not wherever they are named. */
const insertWants = statement(
  'insert wants',
  `insert into wants (want_list_id, buyer_id, line, upc, gtin, sku, name, words, key_word, quantity, target_cents,
     ends_on, status, unmatched, problems, typed)
   select $1, $2, line, upc, lpad(upc, 14, '0'), sku, name, nullif(words, '{}'), key_word, quantity, target_cents,
          ends_on, case when problems = '{}' then 'waiting' else 'closed' end, problems = '{}', problems, case when problems <> '{}' then typed::jsonb end
     from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::date[], $10::text[], $11::bool[], $12::text[])
       with ordinality as given (line, upc, sku, name, quantity, target_cents, ends_on, problem_list, is_named, typed, place)
    cross join lateral (
      select case when is_named then want_words(listing_words(name)) end as words offset 0) named
    cross join lateral (
      select case when sku is null and name is not null and words = '{}' then array['item'] else '{}' end
             || string_to_array(problem_list, ',') as problems,
             (select word from unnest(words) word order by length(word) desc, word limit 1) as key_word) judged
    order by place`,
);

async function insertLines(tx: Tx, list: ReadList, lines: readonly ReadLine[]) {
  await lockBuyer(tx, list.buyer_id);
  const reading = await tx('want_lists').where({ id: list.id, state: 'reading' }).forUpdate().first('id');
  if (!reading) return;
  if ((await countOpen(tx, list.buyer_id)) + lines.length > MAX_OPEN_WANTS)
    throw new UnreadableFile(TOO_MANY_OPEN);
  const found = await identify(tx, lines);
  const column = <Value>(read: (line: (typeof found)[number]) => Value) => found.map(read);
  await insertWants(tx, [
    list.id,
    list.buyer_id,
    column(({ line }) => line),
    column(({ upc }) => upc),
    column(({ sku }) => sku),
    column(({ name }) => name),
    column(({ quantity }) => quantity),
    column(({ target_cents }) => target_cents),
    column(({ ends_on }) => ends_on),
    column(({ problems }) => problems.join()),
    column(({ isNamed }) => isNamed),
    column(({ typed }) => JSON.stringify(typed)),
  ]);
  await tx('want_lists').where({ id: list.id }).update({ state: 'matching' });
  broadcastList(tx, list);
}

async function fail(tx: Tx, list: ReadList, error: string) {
  await tx('want_lists').where({ id: list.id, state: 'reading' }).update({ state: 'failed', error });
  broadcastList(tx, list);
}
