import { formatUnits } from '../../server/contract/money';
import type {
  InsightsCounts,
  InsightsOffer,
  InsightsOrder,
  InsightsProduct,
  InsightsUser,
  PeopleCounts,
  Resource,
} from '../../server/insights/contract';
import { offerStates } from '../../server/offers/rules';
import { orderStatuses, orderStatusLabels } from '../../server/orders/rules';
import { offerColumns, orderColumns, productColumns, userColumns } from './columns';
import type { Column } from './RowCells';
import { sentenceCase } from './words';

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
const named = <Name extends string>(
  order: readonly Name[],
  counts: Partial<Record<Name, number>>,
  label: (name: Name) => string,
) =>
  order.flatMap((name) =>
    counts[name] ? [`${formatUnits(counts[name])} ${label(name).toLowerCase()}`] : [],
  );

const peopleFacts = ({ onboarded, approved, denied, provisional }: PeopleCounts) => [
  `${formatUnits(onboarded)} onboarded`,
  `${formatUnits(approved)} approved`,
  `${formatUnits(denied)} denied`,
  ...(provisional > 0 ? [`${formatUnits(provisional)} pending`] : []),
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
  facts: ({ purchase_orders }) =>
    named(orderStatuses, purchase_orders.by_status, (status) => orderStatusLabels[status]),
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
  facts: ({ offers }) => named(offerStates, offers.by_state, sentenceCase),
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
