import type { Knex } from 'knex';
import type { PurchaseOrderRow } from '../../../db/tables';
import type { Buyer, Seller } from '../../accounts/policy';
import { shareNet } from '../../contract/fee';
import { type Cents, cents, sum, type Units } from '../../contract/money';
import type { Columns } from '../../http/csv';
import { type CsvRow, linesFile } from '../../lists/csv';
import { LINE_PROGRESS } from '../lines/progress';
import { readsAmounts } from '../visibility/amounts';

const LINES = `
  select orders.id, orders.po_number, orders.status, buyers.name as buyer, sellers.name as seller, orders.created_at,
         orders.paid_at, orders.freight_cents, orders.total_net_to_seller,
         orders.buyer_po_number, lines.upc, lines.sku, lines.name,
         lines.quantity, lines.unit_cents, lines.total_cents, shipped_quantity, canceled_quantity,
         coalesce((select sum(part.goods_cents)::bigint
                     from adjustment_lines part join adjustments on adjustments.id = part.adjustment_id
                    where part.purchase_order_product_id = lines.id), 0) as returned_cents,
         coalesce(adjusted.freight, 0) as freight_returned_cents, coalesce(adjusted.net, 0) as net_returned_cents
    from purchase_orders orders
    join buyers on buyers.id = orders.buyer_id
    join sellers on sellers.id = orders.seller_id
    join purchase_order_products lines on lines.purchase_order_id = orders.id
    cross join ${LINE_PROGRESS}
    left join lateral (
      select sum(freight_cents)::bigint as freight, sum(net_cents)::bigint as net
        from adjustments where purchase_order_id = orders.id) adjusted on true
   where orders.id = any(:ids::int[])
   order by array_position(:ids::int[], orders.id), lines.id`;

type Line = Pick<
  PurchaseOrderRow,
  | 'id'
  | 'po_number'
  | 'status'
  | 'created_at'
  | 'paid_at'
  | 'freight_cents'
  | 'total_net_to_seller'
  | 'buyer_po_number'
> & {
  readonly buyer: string;
  readonly seller: string;
  readonly upc: string;
  readonly sku: string | null;
  readonly name: string;
  readonly quantity: Units;
  readonly unit_cents: Cents;
  readonly total_cents: Cents;
  readonly shipped_quantity: Units;
  readonly canceled_quantity: Units;
  readonly returned_cents: Cents;
  readonly freight_returned_cents: Cents;
  readonly net_returned_cents: Cents;
};

interface Amounts {
  readonly total_cents: Cents;
  readonly refunded_cents: Cents;
  readonly remaining_cents: Cents;
}

/** Of a canceled order nothing is left, whether it was paid and all went back, or never paid. */
function amountsOf({ status, paid_at }: Line, total: Cents, returned: Cents): Amounts {
  if (status !== 'canceled')
    return { total_cents: total, refunded_cents: returned, remaining_cents: cents(total - returned) };
  return { total_cents: total, refunded_cents: paid_at ? total : cents(0), remaining_cents: cents(0) };
}

/** A row for each line and one for the freight. The fee is on goods, its shares by what is left of each line. */
function orderRows(lines: readonly Line[]): CsvRow[] {
  const [order] = lines;
  if (!order) return [];
  const goods = lines.map((line) => amountsOf(line, line.total_cents, line.returned_cents));
  const freight = amountsOf(order, order.freight_cents, order.freight_returned_cents);
  const left = goods.map(({ remaining_cents }) => remaining_cents);
  const nets = shareNet(left, sum(left) === 0 ? cents(0) : goodsNetOf(order, freight));
  const rows = lines.map((line, index) => rowOf(line, goods[index] as Amounts, nets[index] as Cents));
  if (order.freight_cents === 0) return rows;
  const { po_number, status, buyer, seller, created_at, paid_at, buyer_po_number } = order;
  const head = { po_number, status, buyer, seller, created_at, paid_at, buyer_po_number, name: 'Freight' };
  return [...rows, rowOf(head, freight, freight.remaining_cents)];
}

const goodsNetOf = ({ total_net_to_seller, net_returned_cents }: Line, freight: Amounts) =>
  cents(total_net_to_seller - net_returned_cents - freight.remaining_cents);

const rowOf = (line: object, amounts: Amounts, net: Cents) => ({
  ...line,
  ...amounts,
  net_cents: net,
  fee_cents: cents(amounts.remaining_cents - net),
});

const AMOUNTS = /_cents$/;

const orderColumns = (side: 'buyer' | 'seller'): Columns => [
  ['po_number', 'Order'],
  ['status', 'Status'],
  side === 'buyer' ? ['seller', 'Seller'] : ['buyer', 'Buyer'],
  ['created_at', 'Ordered'],
  ['upc', 'UPC'],
  ['sku', 'SKU'],
  ['name', 'Product Name'],
  ['quantity', 'Quantity'],
  ['unit_cents', 'Unit Price'],
  ['total_cents', 'Total'],
  ...(side === 'seller' ? ([['net_cents', 'Net']] as const) : []),
  ['paid_at', 'Paid'],
  ['shipped_quantity', 'Units Shipped'],
  ['canceled_quantity', 'Units Canceled'],
  ['refunded_cents', 'Refunded'],
  ['remaining_cents', 'Total After Refunds'],
  ...(side === 'seller' ? ([['fee_cents', 'Fee']] as const) : []),
  ['buyer_po_number', 'Buyer PO Number'],
];

/** Of these orders, in the order of their ids. */
export function ordersFile(db: Knex, viewer: Buyer | Seller, ids: readonly number[]) {
  const columns = orderColumns(viewer.kind).filter(([name]) => readsAmounts(viewer) || !AMOUNTS.test(name));
  return linesFile(db, { columns, sql: LINES, rowsOf: orderRows }, ids);
}
