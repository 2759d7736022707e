import type { Knex } from 'knex';
import { pageOf } from '../../db/page';
import type { Staff } from '../accounts/policy';
import type { AdminPurchaseOrders } from './admin-contract';
import { type OrderStatus, orderStatuses } from './contract';
import { type OrderWithNames, ordersSeenBy } from './queries';
import { adminOrder } from './serializer';

interface Asked {
  page: number;
  per: number;
  status?: string | undefined;
  query?: string | undefined;
}

const likeText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Staff's list: by status and by number or party, newest first, with counts by status under the same words. */
export async function allPurchaseOrders(
  db: Knex,
  viewer: Staff,
  { page, per, status, query }: Asked,
): Promise<AdminPurchaseOrders> {
  const { limit, offset } = pageOf({ page, per });
  const named = () => {
    const found = ordersSeenBy(db, viewer);
    if (!query) return found;
    const like = likeText(query);
    return found.where((either) =>
      either
        .whereILike('purchase_orders.po_number', like)
        .orWhereILike('buyers.name', like)
        .orWhereILike('sellers.name', like),
    );
  };
  const counted = (await named()
    .clearSelect()
    .groupBy('status')
    .select('status')
    .count('* as n')) as unknown as {
    status: OrderStatus;
    n: bigint;
  }[];
  const counts = Object.fromEntries(orderStatuses.map((name) => [name, 0])) as Record<OrderStatus, number>;
  for (const { status: name, n } of counted) counts[name] = Number(n);
  const chosen = status ? named().where('purchase_orders.status', status) : named();
  const orders = (await chosen
    .orderBy('purchase_orders.created_at', 'desc')
    .orderBy('purchase_orders.id', 'desc')
    .limit(limit)
    .offset(offset)) as OrderWithNames[];
  const total = status
    ? (counts[status as OrderStatus] ?? 0)
    : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { data: orders.map(adminOrder), meta: { total, counts } };
}
