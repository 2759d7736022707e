import { formatUnits, shortDollars } from '../../server/contract/money';
import type {
  InsightsOffer,
  InsightsOrder,
  InsightsProduct,
  InsightsUser,
  Resource,
} from '../../server/insights/contract';
import type { InsightsCounts, PeopleCounts } from '../../server/insights/counts-contract';
import { offerStates } from '../../server/offers/state-contract';
import { orderStatusLabels, orderTone } from '../../server/orders/contract';
import { orderStatuses } from '../../server/orders/state-contract';
import { Badge } from '../ui/badge';
import type { Column } from './RowsTable';
import { plain, unitsOrTbd } from './words';

type Dir = 'asc' | 'desc';

export interface SectionKind<Row = never> {
  /** Used in the address. */
  name: string;
  title: string;
  resource: Resource;
  kind?: 'buyer' | 'seller';
  count: (counts: InsightsCounts) => number;
  facts: (counts: InsightsCounts) => string[];
  /** Named sort orders, apart from those of the column headers. */
  orders: readonly { label: string; by: string; dir: Dir }[];
  columns: readonly Column<Row>[];
  /** Whether a row opens a detail dialog. */
  opens: boolean;
}

const NEWEST = { label: 'Newest', by: 'created_at', dir: 'desc' } as const;
const OLDEST = { label: 'Oldest', by: 'created_at', dir: 'asc' } as const;

/** "3 draft", "1 accepted": the counts above zero, in the given order. */
const named = <Name extends string>(order: readonly Name[], counts: Partial<Record<Name, number>>) =>
  order.flatMap((name) => (counts[name] ? [`${formatUnits(counts[name])} ${plain(name)}`] : []));

export const orderColumns: readonly Column<InsightsOrder>[] = [
  { head: 'Seller Email', sort: 'seller_user_email', cell: (row) => row.seller_user_email ?? '—' },
  { head: 'Buyer Email', sort: 'buyer_user_email', cell: (row) => row.buyer_user_email ?? '—' },
  {
    head: 'Status',
    sort: 'status',
    cell: ({ status }) => <Badge tone={orderTone(status, 'seller')}>{orderStatusLabels[status]}</Badge>,
  },
  { head: 'Total', sort: 'total_cents', num: true, cell: (row) => shortDollars(row.total_cents) },
  {
    head: 'Total Net to Seller',
    sort: 'total_net_to_seller',
    num: true,
    cell: (row) => shortDollars(row.total_net_to_seller),
  },
  { head: 'Profit', sort: 'profit_cents', num: true, cell: (row) => shortDollars(row.profit_cents) },
  { head: 'Total Units', sort: 'total_units', num: true, cell: (row) => formatUnits(row.total_units) },
  { head: 'SKU Count', sort: 'sku_count', num: true, cell: (row) => formatUnits(row.sku_count) },
];

const offerTones = { accepted: 'green', rejected: 'red', draft: 'gray', saved_for_later: 'gray' } as const;
export const offerTone = (state: InsightsOffer['state']) =>
  state in offerTones ? offerTones[state as keyof typeof offerTones] : 'yellow';

const offerStatus: Column<InsightsOffer> = {
  head: 'Status',
  sort: 'state',
  cell: ({ state }) => <Badge tone={offerTone(state)}>{plain(state)}</Badge>,
};
const offerTotal: Column<InsightsOffer> = {
  head: 'Total',
  sort: 'total_cents',
  num: true,
  cell: (row) => shortDollars(row.total_cents),
};

const offerColumns: readonly Column<InsightsOffer>[] = [
  { head: 'Buyer Email', sort: 'buyer_user_email', cell: (row) => row.buyer_user_email ?? '—' },
  { head: 'Seller Email', sort: 'seller_user_email', cell: (row) => row.seller_user_email ?? '—' },
  offerStatus,
  offerTotal,
  { head: 'SKU Count', sort: 'sku_count', num: true, cell: (row) => formatUnits(row.sku_count) },
  { head: 'Total Units', sort: 'total_units', num: true, cell: (row) => formatUnits(row.total_units) },
];

export const userOfferColumns: readonly Column<InsightsOffer>[] = [
  { head: 'Seller Email', cell: (row) => row.seller_user_email ?? '—' },
  { head: 'Buyer Email', cell: (row) => row.buyer_user_email ?? '—' },
  offerStatus,
  offerTotal,
  { head: 'Total Units', num: true, cell: (row) => formatUnits(row.total_units) },
  { head: 'SKU Count', num: true, cell: (row) => formatUnits(row.sku_count) },
];

const productColumns: readonly Column<InsightsProduct>[] = [
  {
    head: 'Name',
    sort: 'name',
    cell: ({ id, seller_id, name }) => (
      <a href={`/all_products/${seller_id}/${id}`} className="truncate">
        {name}
      </a>
    ),
  },
  { head: 'Seller', sort: 'seller_name', cell: ({ seller_name }) => seller_name },
  {
    head: 'Status',
    sort: 'provisional',
    cell: ({ provisional }) => (
      <Badge tone={provisional ? 'yellow' : 'green'}>{provisional ? 'provisional' : 'live'}</Badge>
    ),
  },
  { head: 'Units', sort: 'units', num: true, cell: ({ units }) => unitsOrTbd(units) },
];

const userTones = { provisional: 'yellow', denied: 'red', onboarded: 'green' } as const;
export const userTone = (status: InsightsUser['status']) =>
  status in userTones ? userTones[status as keyof typeof userTones] : 'gray';

const userColumns: readonly Column<InsightsUser>[] = [
  { head: 'Email', sort: 'email', cell: ({ email }) => email },
  {
    head: 'Status',
    sort: 'status',
    cell: ({ status }) => <Badge tone={userTone(status)}>{plain(status)}</Badge>,
  },
];

const peopleFacts = ({ onboarded, approved, denied, provisional }: PeopleCounts) => [
  `${formatUnits(onboarded)} onboarded`,
  `${formatUnits(approved)} approved`,
  `${formatUnits(denied)} denied`,
  ...(provisional > 0 ? [`${formatUnits(provisional)} waiting`] : []),
];

const peopleOrders = [
  { label: 'A-Z', by: 'email', dir: 'asc' },
  { label: 'Z-A', by: 'email', dir: 'desc' },
  NEWEST,
  OLDEST,
] as const;

const people = (kind: 'buyer' | 'seller'): SectionKind<InsightsUser> => {
  const counts = kind === 'buyer' ? 'buyers' : 'sellers';
  return {
    name: counts,
    title: kind === 'buyer' ? 'Buyers' : 'Sellers',
    resource: 'user',
    kind,
    count: (all) => all[counts].count,
    facts: (all) => peopleFacts(all[counts]),
    orders: peopleOrders,
    columns: userColumns,
    opens: true,
  };
};

const ordersSection: SectionKind<InsightsOrder> = {
  name: 'orders',
  title: 'Orders',
  resource: 'purchase_order',
  count: ({ purchase_orders }) => purchase_orders.count,
  facts: ({ purchase_orders }) => named(orderStatuses, purchase_orders.by_status),
  orders: [NEWEST, OLDEST],
  columns: orderColumns,
  opens: true,
};

const productsSection: SectionKind<InsightsProduct> = {
  name: 'products',
  title: 'Products',
  resource: 'product',
  count: ({ products }) => products.count,
  facts: ({ products }) => [`${formatUnits(products.total_units)} total units`],
  orders: [
    { label: 'A-Z', by: 'name', dir: 'asc' },
    { label: 'Z-A', by: 'name', dir: 'desc' },
  ],
  columns: productColumns,
  opens: false,
};

const offersSection: SectionKind<InsightsOffer> = {
  name: 'offers',
  title: 'Offers',
  resource: 'offer',
  count: ({ offers }) => offers.count,
  facts: ({ offers }) => named(offerStates, offers.by_state),
  orders: [NEWEST, OLDEST],
  columns: offerColumns,
  opens: true,
};

/** The cast is safe: the columns of a section only read rows of its own resource. */
export const sections = [
  ordersSection,
  productsSection,
  people('buyer'),
  people('seller'),
  offersSection,
] as unknown as readonly SectionKind<{ id: number }>[];
