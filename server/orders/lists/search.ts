import type { Knex } from 'knex';
import { type Page, pageOf } from '../../../db/page';
import { sqlList, statement } from '../../../db/sql';
import type { Person } from '../../accounts/policy';
import type { Config } from '../../config/config';
import type { SearchBar } from '../../lists/bar';
import { type ListSearch, type ListSort, listSorts } from '../../lists/contract';
import { findOwn, type Searched } from '../../lists/find';
import { type ReadSearch, searchReader } from '../../lists/query';
import { searchTextOf } from '../../products/search-text';
import { payBySql } from '../deadlines';
import { ORDERS_WITH_NAMES, type OrderWithNames } from '../queries';
import { orderStatuses, orderStatusLabels } from '../rules';
import { unpaidStatuses } from '../state-machine';
import { readsAmounts, shippingStatuses } from '../visibility/amounts';

export const ordersBar: SearchBar = {
  path: '/my_orders',
  noun: 'order',
  file: '/marketplace/purchase_orders.csv',
  sorts: [
    ['', 'Most urgent first'],
    ['newest', 'Newest first'],
    ['oldest', 'Oldest first'],
    ['total_desc', 'Highest total first'],
    ['expires', 'Payment due first'],
  ],
  statuses: orderStatusLabels,
};

const readSearch = searchReader(orderStatuses);

/** Orders have one more sort, and ignore unknown ones as long as nothing is looked for. */
export const searchInOrders: ReadSearch = ({ q, from, to, status, sort }) => {
  const isSearched = [q, from, to, status].some((value) => value !== undefined && value !== '');
  const isKnown = listSorts.some((one) => one === sort);
  const readAs = isKnown || (isSearched && sort !== 'ship_by') ? sort : undefined;
  return readSearch({ q, from, to, status, sort: readAs });
};

type SortConfig = Pick<Config, 'unpaidOrderHours'>;

interface FindServices {
  readonly db: Knex;
  readonly config: SortConfig;
}

/** `payBy` of deadlines.ts. */
const expires = (row: string, config: SortConfig) => `case when ${row}.status in ${sqlList(unpaidStatuses)}
  and ${row}.payment_flag is distinct from 'wrong_amount' then ${payBySql(row, config)} end`;

/** SQL that orders rows of orders. */
export function orderSorts(row: string, config: SortConfig): Readonly<Record<ListSort, string>> {
  const newest = `${row}.created_at desc, ${row}.id desc`;
  const end = expires(row, config);
  return {
    newest,
    oldest: `${row}.created_at, ${row}.id`,
    total_desc: `${row}.total_cents desc, ${newest}`,
    expires: `${end} nulls last, case when ${end} is not null then ${row}.id end, ${newest}`,
  };
}

const MINE: Record<Person['kind'], string> = {
  buyer: 'own.buyer_id = :party',
  seller: 'own.seller_id = :party',
  staff: 'true',
};

/** null: all. */
function statusesOf(viewer: Person, chosen: readonly string[]): readonly string[] | null {
  if (readsAmounts(viewer)) return chosen.length > 0 ? chosen : null;
  return shippingStatuses.filter((status) => chosen.length === 0 || chosen.includes(status));
}

export function findOrders({ db, config }: FindServices, viewer: Person, search: ListSearch, page?: Page) {
  const statuses = statusesOf(viewer, search.status ?? []);
  const searched: Searched = {
    table: 'purchase_orders',
    number: 'po_number',
    where: `${MINE[viewer.kind]} ${statuses ? 'and own.status = any(:statuses)' : ''}`,
    values: { party: viewer.kind === 'buyer' ? viewer.buyer_id : viewer.seller_id, statuses },
    columns: ['status', 'payment_flag', 'total_cents', 'deposits_due_at'],
    lines: (bitsOf) => `
      select id, ${bitsOf('body')} as bits
        from (select own.id, ${searchTextOf('line')} as body
                from own join purchase_order_products line on line.purchase_order_id = own.id offset 0) texts`,
    order: orderSorts('found', config),
  };
  return findOwn(db, viewer.kind, searched, search, page);
}

const ordersByIds = statement<OrderWithNames>(
  'orders that were found',
  `${ORDERS_WITH_NAMES}
    where purchase_orders.id = any($1::int[]) order by array_position($1::int[], purchase_orders.id)`,
);

export async function foundOrders(
  services: FindServices,
  viewer: Person,
  search: ListSearch,
  { page, per }: { page: number; per: number },
) {
  const { ids, total } = await findOrders(services, viewer, search, pageOf({ page, per }));
  return { orders: await ordersByIds(services.db, [ids]), more: page * per < total, total };
}

const NO_ROWS = { limit: 0, offset: 0 };

export const ownOrderCount = async (services: FindServices, viewer: Person): Promise<number> =>
  (await findOrders(services, viewer, {}, NO_ROWS)).total;
