import type { Knex } from 'knex';
import type { Page } from '../../../db/page';
import { sqlList, statement } from '../../../db/sql';
import type { Person } from '../../accounts/policy';
import { searchTextOf } from '../../products/search-text';
import { ORDERS_WITH_NAMES, type OrderWithNames } from '../queries';
import { unpaidStatuses } from '../state-contract';
import type { OwnSearch } from './contract';
import { findOwn, type Searched } from './find';

const NEWEST_FIRST = 'found.created_at desc, found.id desc';

/** An unpaid order expires a fixed time after it was made (`payBy` of policy.ts). */
const EXPIRES = `case when found.status in ${sqlList(unpaidStatuses)} and found.payment_flag is distinct from 'wrong_amount'
  then found.created_at end`;

const MINE: Record<Person['kind'], string> = {
  buyer: 'own.buyer_id = :party',
  seller: 'own.seller_id = :party',
  staff: 'true',
};

export function findOrders(db: Knex, viewer: Person, search: OwnSearch, page?: Page) {
  const status = search.status ?? [];
  const searched: Searched = {
    table: 'purchase_orders',
    number: 'po_number',
    where: `${MINE[viewer.kind]} ${status.length > 0 ? 'and own.status = any(:status)' : ''}`,
    values: { party: viewer.kind === 'buyer' ? viewer.buyer_id : viewer.seller_id, status: [...status] },
    columns: ['status', 'payment_flag', 'total_cents'],
    lines: (bitsOf) => `
      select id, ${bitsOf('body')} as bits
        from (select own.id, ${searchTextOf('line')} as body
                from own join purchase_order_products line on line.purchase_order_id = own.id offset 0) texts`,
    order: {
      newest: NEWEST_FIRST,
      oldest: 'found.created_at, found.id',
      total_desc: `found.total_cents desc, ${NEWEST_FIRST}`,
      expires: `${EXPIRES} nulls last, case when ${EXPIRES} is not null then found.id end, ${NEWEST_FIRST}`,
    },
  };
  return findOwn(db, viewer.kind, searched, search, page);
}

const ordersByIds = statement<OrderWithNames>(
  'orders that were found',
  `${ORDERS_WITH_NAMES}
    where purchase_orders.id = any($1::int[]) order by array_position($1::int[], purchase_orders.id)`,
);

export async function foundOrders(db: Knex, viewer: Person, search: OwnSearch, page: Page) {
  const { ids, total } = await findOrders(db, viewer, search, page);
  return { orders: await ordersByIds(db, [ids]), total };
}
