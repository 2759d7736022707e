import type { Knex } from 'knex';
import { orderMultiple, statement } from '../../../db/sql';
import type { Tx } from '../../../db/transaction';
import { LISTED } from '../../products/visibility';
import { IN_CART, OPEN_OFFER } from '../queries';
import type { MatchedWant } from './plan';

/** $1: the list, $2: some of its wants, or null. */
const matchedWants = (name: string, lock: string) =>
  statement<MatchedWant>(
    name,
    `select wants.id as want_id, wants.line, wants.quantity, wants.target_cents, products.id as product_id,
            products.name, products.seller_id, sellers.name as seller_name, products.units,
            products.min_order_units, ${orderMultiple('products')},
            products.seller_price_cents as asking_price_cents, (${LISTED}) as listed,
            ${IN_CART} as in_draft, ${OPEN_OFFER} as open_offer
       from wants
       join products on products.id = wants.product_id
       join sellers on sellers.id = products.seller_id
      where wants.want_list_id = $1 and wants.status = 'matched' and ($2::int[] is null or wants.id = any($2))
      order by wants.id ${lock}`,
  );

const matched = matchedWants('matched wants', '');
const lockMatched = matchedWants('lock matched wants', 'for update of wants');

type WantIds = readonly number[] | undefined;

export const matchedWantsOf = (db: Knex, listId: number, ids: WantIds): Promise<MatchedWant[]> =>
  matched(db, [listId, ids ?? null]);

export const lockMatchedWants = (tx: Tx, listId: number, ids: WantIds): Promise<MatchedWant[]> =>
  lockMatched(tx, [listId, ids ?? null]);

const lines = statement<{ seller_id: number; lines: number }>(
  'lines of drafts',
  `select offers.seller_id, count(*)::int as lines
     from offers join offer_products on offer_products.offer_id = offers.id
    where offers.buyer_id = $1 and offers.state = 'draft' group by 1`,
);

/** How many lines the buyer's draft of each seller has. */
export async function draftLines(db: Knex, buyerId: number): Promise<(sellerId: number) => number> {
  const counts = new Map((await lines(db, [buyerId])).map((row) => [row.seller_id, row.lines]));
  return (sellerId) => counts.get(sellerId) ?? 0;
}
