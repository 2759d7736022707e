import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { broadcastList } from './broadcast';
import { ORDERABLE } from './matching/candidates';
import { matchAgain } from './matching/job';
import { HAS_ENDED } from './queries';

const CHUNK = 1_000;

interface Changed {
  readonly want_list_id: number;
  readonly buyer_id: number;
}

const end = statement<Changed>(
  'end wants',
  `with ended as (
     select want.id from wants want
      where want.status in ('waiting', 'proposed', 'matched') and ${HAS_ENDED}
      order by want.id limit $1 for update
   )
   update wants set status = 'closed', product_id = null, unmatched = false
     from ended where wants.id = ended.id
    returning wants.want_list_id, wants.buyer_id`,
);

const release = statement<Changed>(
  'release wants',
  `with gone as (
     select want.id from wants want
       join products on products.id = want.product_id
       join sellers on sellers.id = products.seller_id
      where want.status = 'matched' and not (${ORDERABLE})
      order by want.id limit $1 for update of want
   )
   update wants set status = 'waiting', product_id = null, unmatched = true
     from gone where wants.id = gone.id
    returning wants.want_list_id, wants.buyer_id`,
);

const listsOf = (changed: readonly Changed[]) =>
  [...new Map(changed.map((row) => [row.want_list_id, row])).values()].map(
    ({ want_list_id: id, buyer_id }) => ({
      id,
      buyer_id,
    }),
  );

/** Closes some wants whose last day is over. Returns false once there are none. */
export async function endWants(tx: Tx): Promise<boolean> {
  const changed = await end(tx, [CHUNK]);
  for (const list of listsOf(changed)) broadcastList(tx, list);
  return changed.length > 0;
}

/** Looks again for some wants whose listing is gone. Returns false once there are none. */
export async function releaseWants(tx: Tx): Promise<boolean> {
  const changed = await release(tx, [CHUNK]);
  for (const list of listsOf(changed)) {
    await matchAgain(tx, list.id);
    broadcastList(tx, list);
  }
  return changed.length > 0;
}
