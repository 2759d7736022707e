import { idsOf } from '../../../db/rows';
import { statement } from '../../../db/sql';
import type { Tx } from '../../../db/transaction';
import type { Services } from '../../services';
import { broadcastList } from '../broadcast';
import { type Candidate, candidatesBySku, candidatesByUpc } from './candidates';
import { candidatesByName, knownNames } from './names';

const CHUNK = 250;
/** Of a list, each with a connection. */
const CHUNKS_AT_ONCE = 2;

const UNMATCHED =
  'select id, buyer_id from wants where want_list_id = $1 and unmatched order by id limit $2 for update';

const lockUnmatched = statement<LockedWant>('lock unmatched wants', UNMATCHED);
const lockFree = statement<LockedWant>('lock free unmatched wants', `${UNMATCHED} skip locked`);

interface LockedWant {
  readonly id: number;
  readonly buyer_id: number;
}

/** Matches the wants of the list that wait for it, which is ready then. */
export async function matchList({ transaction }: Pick<Services, 'transaction'>, id: number): Promise<void> {
  const matchFree = async () => {
    while (await transaction((tx) => matchSome(tx, id, lockFree)));
  };
  const ends = await Promise.allSettled(Array.from({ length: CHUNKS_AT_ONCE }, matchFree));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  // What others had locked.
  while (await transaction((tx) => matchOrEnd(tx, id)));
}

async function matchOrEnd(tx: Tx, listId: number): Promise<boolean> {
  const hasMatched = await matchSome(tx, listId, lockUnmatched);
  if (!hasMatched) await markReady(tx, listId);
  return hasMatched;
}

/** Returns false once there are none. */
async function matchSome(tx: Tx, listId: number, lock: typeof lockUnmatched): Promise<boolean> {
  const wants = await lock(tx, [listId, CHUNK]);
  const [first] = wants;
  if (!first) return false;
  await matchWants(tx, idsOf(wants));
  broadcastList(tx, { id: listId, buyer_id: first.buyer_id });
  return true;
}

async function markReady(tx: Tx, id: number) {
  const [ready] = await tx('want_lists')
    .where({ id, state: 'matching' })
    .update({ state: 'ready' })
    .returning(['id', 'buyer_id']);
  if (ready) broadcastList(tx, ready);
}

const forget = statement('forget proposals', 'delete from want_proposals where want_id = any($1)');

const propose = statement(
  'insert proposals',
  `insert into want_proposals (want_id, product_id, rank)
   select want_id, product_id, rank from unnest($1::int[], $2::int[], $3::int[]) as proposed (want_id, product_id, rank)`,
);

/** $1: the wants, $2: those that are proposed, $3 and $4: those that are taken with their products. */
const settle = statement(
  'settle wants',
  `update wants
      set unmatched = false, product_id = coalesce(exact.product_id, wants.product_id),
          status = case when exact.want_id is not null then 'matched'
                        when wants.status = 'waiting' and wants.id = any($2) then 'proposed' else wants.status end
     from unnest($1::int[]) settled (id)
     left join unnest($3::int[], $4::int[]) exact (want_id, product_id) on exact.want_id = settled.id
    where wants.id = settled.id`,
);

const column = (rows: readonly Candidate[], name: 'want_id' | 'product_id' | 'rank') =>
  rows.map((row) => row[name]);

/** Looks for the listings of wants whose rows are locked and wait. */
export async function matchWants(tx: Tx, ids: readonly number[]): Promise<void> {
  const [byUpc, bySku, names] = await Promise.all([
    candidatesByUpc(tx, [ids]),
    candidatesBySku(tx, [ids]),
    knownNames(tx, [ids]),
    forget(tx, [ids]),
  ]);
  const foundBySku = new Set(column(bySku, 'want_id'));
  const byName = await candidatesByName(
    tx,
    names.filter(({ want_id }) => !foundBySku.has(want_id)),
  );
  const candidates = [...byUpc, ...bySku, ...byName];
  const exact = candidates.filter(({ is_exact }) => is_exact);
  const taken = new Set(column(exact, 'want_id'));
  const proposed = candidates.filter(({ want_id }) => !taken.has(want_id));
  const columns = (['want_id', 'product_id', 'rank'] as const).map((name) => column(proposed, name));
  await Promise.all([
    propose(tx, columns),
    settle(tx, [ids, columns[0], column(exact, 'want_id'), column(exact, 'product_id')]),
  ]);
}
