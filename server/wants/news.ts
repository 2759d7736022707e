import { idsOf } from '../../db/rows';
import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { broadcastList } from './broadcast';
import { bestFirst, ORDERABLE } from './matching/candidates';
import { matchWants } from './matching/match';
import { HAS_ENDED } from './queries';

interface Pair {
  readonly want_id: number;
  readonly product_id: number;
}

/** SQL: the new listings, $1, and the wants that are still to be found. */
const NEW = `products.id = any($1) and ${ORDERABLE}`;
const WANTED = `not (${HAS_ENDED})`;

/** $1: new listings. The best one of each want by UPC that waits. */
const foundByUpc = statement<Pair>(
  'new listings by UPC',
  `select distinct on (want.id) want.id as want_id, products.id as product_id
     from products
     join sellers on sellers.id = products.seller_id
     join wants want on want.gtin = lpad(products.upc, 14, '0') and want.status = 'waiting'
    where ${NEW} and ${WANTED}
    order by want.id, ${bestFirst('products')}`,
);

const foundBySku = statement<Pair>(
  'new listings by SKU',
  `select want.id as want_id, products.id as product_id
     from products
     join sellers on sellers.id = products.seller_id
     join wants want on lower(want.sku) = lower(products.sku) and want.gtin is null
                    and want.status in ('waiting', 'proposed')
    where ${NEW} and products.sku is not null and ${WANTED}`,
);

/** Names are found by their longest word, then by every word. `offset 0`: a listing's words are computed once. */
const foundByName = statement<Pair>(
  'new listings by name',
  `select want.id as want_id, listed.id as product_id
     from (select products.id, want_words(array(select substr(lexeme, 2) from unnest(tsvector_to_array(texts.words)) lexeme
                                                 where lexeme like 'n%')) as words
             from products
             join sellers on sellers.id = products.seller_id
             join listing_texts texts on texts.product_id = products.id
            where ${NEW}
           offset 0) listed
    cross join lateral unnest(listed.words) word
     join wants want on want.key_word = word and want.status in ('waiting', 'proposed')
    where want.words <@ listed.words and ${WANTED}`,
);

/** In the order of ids, as every act locks wants. Those that were matched meanwhile are left out. */
const lockOpen = statement<{ id: number }>(
  'lock wants with news',
  `select id from wants where id = any($1) and status in ('waiting', 'proposed') order by id for update`,
);

const takeNew = statement(
  'match wants with new listings',
  `update wants set status = 'matched', product_id = found.product_id, unmatched = false
     from unnest($1::int[], $2::int[]) as found (want_id, product_id)
    where wants.id = found.want_id`,
);

const waitAgain = statement(
  'look for wants again',
  `update wants set status = 'waiting', product_id = null where id = any($1)`,
);

/** Of these pairs, those that the want shows now. Each is told once; without an alert it counts as told. */
const insertNews = statement<{ want_list_id: number; buyer_id: number }>(
  'insert news of wants',
  `with told as (
     insert into want_news (want_id, product_id, sent_at)
     select distinct wants.id, found.product_id, case when want_lists.alert = 'off' then now() end
       from unnest($1::int[], $2::int[]) as found (want_id, product_id)
       join wants on wants.id = found.want_id
       join want_lists on want_lists.id = wants.want_list_id
      where wants.product_id = found.product_id
         or exists (select from want_proposals proposed
                     where proposed.want_id = wants.id and proposed.product_id = found.product_id)
     on conflict do nothing
     returning want_id
   )
   select distinct want_list_id, buyer_id from told join wants on wants.id = told.want_id`,
);

const column = (pairs: readonly Pair[], name: keyof Pair) => pairs.map((pair) => pair[name]);

const IDS_AT_ONCE = 5_000;

/** Matches and proposes what was listed for the first time, and keeps it for the buyer's next mail. */
export async function tellWants(tx: Tx, productIds: readonly number[]): Promise<void> {
  for (let at = 0; at < productIds.length; at += IDS_AT_ONCE)
    await tellOf(tx, productIds.slice(at, at + IDS_AT_ONCE));
}

async function tellOf(tx: Tx, productIds: readonly number[]) {
  const exact = await foundByUpc(tx, [productIds]);
  const others = [...(await foundBySku(tx, [productIds])), ...(await foundByName(tx, [productIds]))];
  const ids = [...new Set(column([...exact, ...others], 'want_id'))];
  if (ids.length === 0) return;
  const open = new Set(idsOf(await lockOpen(tx, [ids])));
  const isOpen = ({ want_id }: Pair) => open.has(want_id);
  const taken = exact.filter(isOpen);
  const looked = others.filter(isOpen);
  await takeNew(tx, [column(taken, 'want_id'), column(taken, 'product_id')]);
  const lookedIds = [...new Set(column(looked, 'want_id'))];
  await waitAgain(tx, [lookedIds]);
  await matchWants(tx, lookedIds);
  const told = [...taken, ...looked];
  const lists = await insertNews(tx, [column(told, 'want_id'), column(told, 'product_id')]);
  for (const { want_list_id: id, buyer_id } of lists) broadcastList(tx, { id, buyer_id });
}
