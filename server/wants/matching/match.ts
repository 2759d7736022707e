import { idsOf } from '../../../db/rows';
import { statement } from '../../../db/sql';
import type { Tx } from '../../../db/transaction';
import { broadcastList } from '../channel';
import {
  type Candidate,
  candidatesByFewerWords,
  candidatesByName,
  candidatesBySku,
  candidatesByUpc,
} from './candidates';

const CHUNK = 500;

const lockUnmatched = statement<{ id: number; buyer_id: number }>(
  'lock unmatched wants',
  'select id, buyer_id from wants where want_list_id = $1 and unmatched order by id limit $2 for update',
);

/** Matches some wants of the list that wait for it. Returns false once there are none, and the list is ready. */
export async function matchNext(tx: Tx, listId: number): Promise<boolean> {
  const wants = await lockUnmatched(tx, [listId, CHUNK]);
  const [first] = wants;
  if (!first) {
    const [ready] = await tx('want_lists')
      .where({ id: listId, state: 'matching' })
      .update({ state: 'ready' })
      .returning(['id', 'buyer_id']);
    if (ready) broadcastList(tx, ready);
    return false;
  }
  await matchWants(tx, idsOf(wants));
  broadcastList(tx, { id: listId, buyer_id: first.buyer_id });
  return true;
}

const takeExact = statement(
  'match wants',
  `update wants set status = 'matched', product_id = exact.product_id
     from unnest($1::int[], $2::int[]) as exact (want_id, product_id)
    where wants.id = exact.want_id`,
);

const insertProposals = statement(
  'insert proposals',
  `insert into want_proposals (want_id, product_id, rank)
   select want_id, product_id, rank from unnest($1::int[], $2::int[], $3::int[]) as proposed (want_id, product_id, rank)`,
);

const markProposed = statement(
  'mark proposed wants',
  `update wants set status = 'proposed'
    where id = any($1) and status = 'waiting' and exists (select from want_proposals where want_id = wants.id)`,
);

const settle = statement('settle wants', 'update wants set unmatched = false where id = any($1)');

const column = (rows: readonly Candidate[], name: 'want_id' | 'product_id' | 'rank') =>
  rows.map((row) => row[name]);

/** For names that nothing was found for. */
async function fewerWords(tx: Tx, ids: readonly number[], found: readonly Candidate[]): Promise<Candidate[]> {
  const isFound = new Set(column(found, 'want_id'));
  const others = ids.filter((id) => !isFound.has(id));
  return others.length > 0 ? candidatesByFewerWords(tx, [others]) : [];
}

/** Looks for the listings of wants whose rows are locked and wait. */
export async function matchWants(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx('want_proposals')
    .whereIn('want_id', [...ids])
    .delete();
  const [byUpc, bySku, byName] = await Promise.all([
    candidatesByUpc(tx, [ids]),
    candidatesBySku(tx, [ids]),
    candidatesByName(tx, [ids]),
  ]);
  const foundBySku = new Set(column(bySku, 'want_id'));
  const byWords = [...byName, ...(await fewerWords(tx, ids, [...bySku, ...byName]))];
  const candidates = [...byUpc, ...bySku, ...byWords.filter(({ want_id }) => !foundBySku.has(want_id))];
  const exact = candidates.filter(({ is_exact }) => is_exact);
  await takeExact(tx, [column(exact, 'want_id'), column(exact, 'product_id')]);
  const taken = new Set(column(exact, 'want_id'));
  const proposed = candidates.filter(({ want_id }) => !taken.has(want_id));
  await insertProposals(
    tx,
    (['want_id', 'product_id', 'rank'] as const).map((name) => column(proposed, name)),
  );
  await markProposed(tx, [ids]);
  await settle(tx, [ids]);
}
