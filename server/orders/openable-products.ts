import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { Person } from '../accounts/policy';
import { seesAll } from '../products/policy';
import { LISTED } from '../products/visibility';

const openable = statement<{ id: number }>(
  'products of order to open',
  `select products.id
     from purchase_order_products lines
     join products on products.id = lines.product_id
     join sellers on sellers.id = products.seller_id
    where lines.purchase_order_id = $1 and products.deleted_at is null and (${LISTED} or $2)
    order by products.id`,
);

/** Ids of the order's products whose page the viewer may open by now. */
export const openableProducts = async (
  db: Knex,
  viewer: Person,
  { id, seller_id }: { id: number; seller_id: number },
): Promise<number[]> => (await openable(db, [id, seesAll(viewer, { seller_id })])).map((row) => row.id);
