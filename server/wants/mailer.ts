import { idsOf } from '../../db/rows';
import { statement } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import type { DueAlert } from '../sourcing/alerts';

const takeNews = statement<{ want_id: number; product_id: number; want_list_id: number }>(
  'take news of wants',
  `update want_news set sent_at = now() from wants
    where wants.id = want_news.want_id and wants.want_list_id = any($1) and want_news.sent_at is null
    returning want_news.want_id, want_news.product_id, wants.want_list_id`,
);

/**
 * Adds want lists to their buyer's email about new listings (sourcing/alert-mail.ts). What no mail has told of is in
 * this one, and marked under the locks of the lists: a second run finds nothing.
 */
export async function addWanted(tx: Tx, { buyer_id, alert, wanted }: DueAlert): Promise<void> {
  const lists = await tx('want_lists')
    .where({ buyer_id, alert })
    .orderBy('id')
    .forUpdate()
    .select('id', 'name');
  const news = lists.length > 0 ? await takeNews(tx, [idsOf(lists)]) : [];
  for (const list of lists) {
    const own = news.filter(({ want_list_id }) => want_list_id === list.id);
    if (own.length === 0) continue;
    const productIds = [...new Set(own.map(({ product_id }) => product_id))];
    wanted.push({ list, wants: new Set(own.map(({ want_id }) => want_id)).size, productIds });
  }
}
