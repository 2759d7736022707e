import { formatUnits, shortDollars } from '../../server/contract/money';
import type {
  InsightsOffer,
  InsightsOrder,
  InsightsProduct,
  InsightsTotals,
  InsightsUser,
} from '../../server/insights/contract';
import { orderStatusLabels, orderTone } from '../../server/orders/rules';
import { ownStatusLabels, ownStatusTones } from '../products/own-status';
import { Badge } from '../ui/badge';
import type { Column } from './RowCells';
import { PROFIT_MEANING, sentenceCase, unitsOrTbd } from './words';

const sumOfUnits = ({ total_units }: InsightsTotals) => total_units !== undefined && formatUnits(total_units);

export const orderColumns: readonly Column<InsightsOrder>[] = [
  { head: 'Seller Email', sort: 'seller_user_email', cell: (row) => row.seller_user_email ?? '—' },
  { head: 'Buyer Email', sort: 'buyer_user_email', cell: (row) => row.buyer_user_email ?? '—' },
  {
    head: 'Status',
    sort: 'status',
    cell: ({ status }) => <Badge tone={orderTone(status, 'seller')}>{orderStatusLabels[status]}</Badge>,
  },
  {
    head: 'Total',
    sort: 'total_cents',
    num: true,
    brief: true,
    cell: (row) => shortDollars(row.total_cents),
    sum: ({ total_cents }) => total_cents !== undefined && shortDollars(total_cents),
  },
  {
    head: 'Total Net to Seller',
    sort: 'total_net_to_seller',
    num: true,
    cell: (row) => shortDollars(row.total_net_to_seller),
    sum: ({ total_net_to_seller: net }) => net !== undefined && shortDollars(net),
  },
  {
    head: 'Profit',
    hint: PROFIT_MEANING,
    sort: 'profit_cents',
    num: true,
    cell: (row) => shortDollars(row.profit_cents),
    sum: ({ profit_cents }) => profit_cents !== undefined && shortDollars(profit_cents),
  },
  {
    head: 'Total Units',
    sort: 'total_units',
    num: true,
    cell: (row) => formatUnits(row.total_units),
    sum: sumOfUnits,
  },
  { head: 'SKU Count', sort: 'sku_count', num: true, cell: (row) => formatUnits(row.sku_count) },
];

const offerTones = { accepted: 'green', rejected: 'red', draft: 'gray', saved_for_later: 'gray' } as const;
export const offerTone = (state: InsightsOffer['state']) =>
  state in offerTones ? offerTones[state as keyof typeof offerTones] : 'yellow';

const offerStatus: Column<InsightsOffer> = {
  head: 'Status',
  sort: 'state',
  cell: ({ state }) => <Badge tone={offerTone(state)}>{sentenceCase(state)}</Badge>,
};
const offerTotal: Column<InsightsOffer> = {
  head: 'Total',
  sort: 'total_cents',
  num: true,
  brief: true,
  cell: (row) => shortDollars(row.total_cents),
  sum: ({ total_cents }) => total_cents !== undefined && shortDollars(total_cents),
};

export const offerColumns: readonly Column<InsightsOffer>[] = [
  { head: 'Buyer Email', sort: 'buyer_user_email', cell: (row) => row.buyer_user_email ?? '—' },
  { head: 'Seller Email', sort: 'seller_user_email', cell: (row) => row.seller_user_email ?? '—' },
  offerStatus,
  offerTotal,
  { head: 'SKU Count', sort: 'sku_count', num: true, cell: (row) => formatUnits(row.sku_count) },
  {
    head: 'Total Units',
    sort: 'total_units',
    num: true,
    cell: (row) => formatUnits(row.total_units),
    sum: sumOfUnits,
  },
];

export const userOfferColumns: readonly Column<InsightsOffer>[] = [
  { head: 'Seller Email', cell: (row) => row.seller_user_email ?? '—' },
  { head: 'Buyer Email', cell: (row) => row.buyer_user_email ?? '—' },
  offerStatus,
  offerTotal,
  { head: 'Total Units', num: true, cell: (row) => formatUnits(row.total_units) },
  { head: 'SKU Count', num: true, cell: (row) => formatUnits(row.sku_count) },
];

export const productColumns: readonly Column<InsightsProduct>[] = [
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
    cell: ({ status }) => <Badge tone={ownStatusTones[status]}>{ownStatusLabels[status]}</Badge>,
  },
  {
    head: 'Units',
    sort: 'units',
    num: true,
    brief: true,
    cell: ({ units }) => unitsOrTbd(units),
    sum: sumOfUnits,
  },
];

const userTones = { provisional: 'yellow', denied: 'red', onboarded: 'green' } as const;
const userTone = (status: InsightsUser['status']) =>
  status in userTones ? userTones[status as keyof typeof userTones] : 'gray';

export const userColumns: readonly Column<InsightsUser>[] = [
  { head: 'Email', sort: 'email', cell: ({ email }) => email },
  {
    head: 'Status',
    sort: 'status',
    brief: true,
    cell: ({ status }) => <Badge tone={userTone(status)}>{sentenceCase(status)}</Badge>,
  },
];
