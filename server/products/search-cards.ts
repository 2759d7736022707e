import type { Db } from '../../db/connection';
import { statement } from '../../db/statement';
import type { ProductRow } from '../../db/tables';

/** What a product card needs to know, as stored. */
export interface CardRow
  extends Pick<
    ProductRow,
    | 'id'
    | 'seller_id'
    | 'name'
    | 'category'
    | 'photo_1'
    | 'units'
    | 'min_order_units'
    | 'msrp_cents'
    | 'seller_price_cents'
    | 'percent_off_msrp'
  > {
  seller_name: string;
  /** Null where staff made the seller and nobody has joined it yet. */
  seller_user_id: number | null;
}

const cards = statement<CardRow>(
  'product cards',
  `select p.id, p.seller_id, p.name, p.category, p.photo_1, p.units, p.min_order_units, p.msrp_cents,
     p.seller_price_cents, p.percent_off_msrp, s.name as seller_name, u.id as seller_user_id
   from products p join sellers s on s.id = p.seller_id left join users u on u.seller_id = p.seller_id
   where p.id = any ($1::integer[])`,
);

/** In the order of the ids. */
export async function cardsOf(db: Db, ids: readonly number[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await cards(db, [ids])).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
