import type { Knex } from 'knex';
import type { OfferProductRow, OfferRow, OrderHistoryRow, PurchaseOrderRow, UserRow } from '../../db/tables';
import type { Units } from '../contract/money';
import type { OfferDetail, OfferStep, OrderDetail, Resource, UserDetail } from './contract';
import { lists } from './lists';
import {
  type ListRows,
  type OfferListRow,
  type OrderListRow,
  offerFields,
  orderFields,
  type UserListRow,
  userFields,
} from './rows';

async function detailRow<Name extends Resource>(db: Knex, resource: Name, id: number, more = '') {
  const { table, joins, columns, where } = lists[resource];
  const { rows } = await db.raw<{ rows: ListRows[Name][] }>(
    `select ${columns}${more} from ${table} t ${joins} where ${where} and t.id = :id`,
    { id },
  );
  return rows[0] ?? null;
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

type OrderLine = OrderDetail['purchase_order_products'][number];

const ORDER_COLUMNS = `, t.offer_id, t.freight_cents, t.fee_bps, t.carrier, t.tracking_number, t.reason, t.payment_flag,
  t.confirmed_by_staff, t.paid_at, t.updated_at`;

const ORDER_LINES = `
  select line.id, line.product_id, line.quantity, line.unit_cents, line.name, line.sku, products.units as available
    from purchase_order_products line join products on products.id = line.product_id
   where line.purchase_order_id = :id order by line.id`;

const ownOrderFields = (row: OrderListRow & PurchaseOrderRow) => ({
  offer_id: row.offer_id,
  buyer_name: row.buyer_name,
  seller_name: row.seller_name,
  freight_cents: row.freight_cents,
  fee_bps: row.fee_bps,
  carrier: row.carrier,
  tracking_number: row.tracking_number,
  reason: row.reason,
  payment_flag: row.payment_flag,
  confirmed_by_staff: row.confirmed_by_staff,
  paid_at: iso(row.paid_at),
  updated_at: row.updated_at.toISOString(),
});

const orderLine = (line: OrderLine): OrderLine => ({
  id: line.id,
  product_id: line.product_id,
  quantity: line.quantity,
  unit_cents: line.unit_cents,
  name: line.name,
  sku: line.sku,
  available: line.available,
});

const orderHistoryEntry = (entry: OrderHistoryRow): OrderDetail['history'][number] => ({
  at: entry.at.toISOString(),
  actor: entry.actor,
  event: entry.event,
  from_status: entry.from_status,
  to_status: entry.to_status,
  reason: entry.reason,
});

export async function orderDetail(db: Knex, id: number): Promise<OrderDetail | null> {
  const found = await detailRow(db, 'purchase_order', id, ORDER_COLUMNS);
  if (!found) return null;
  const row = found as OrderListRow & PurchaseOrderRow;
  const [{ rows: lines }, history] = await Promise.all([
    db.raw<{ rows: OrderLine[] }>(ORDER_LINES, { id }),
    db('order_history').where({ purchase_order_id: id }).orderBy('id'),
  ]);
  const purchase_order_products = lines.map(orderLine);
  const entries = history.map(orderHistoryEntry);
  return { ...orderFields(row), ...ownOrderFields(row), purchase_order_products, history: entries };
}

export async function userDetail(db: Knex, id: number): Promise<UserDetail | null> {
  const row = (await detailRow(db, 'user', id, ', t.admin, t.updated_at')) as
    | (UserListRow & Pick<UserRow, 'admin' | 'updated_at'>)
    | null;
  if (!row) return null;
  return {
    ...userFields(row),
    ...(row.buyer_name !== null && { buyer_name: row.buyer_name }),
    ...(row.seller_name !== null && { seller_name: row.seller_name }),
    admin: row.admin,
    updated_at: row.updated_at.toISOString(),
  };
}

interface StepRow extends Omit<OfferStep, 'at' | 'lines'> {
  at: Date;
  lines: {
    name: string;
    offer_product_id: number;
    quantity: number | string;
    unit_price: number;
    units: string | null;
  }[];
}

/** Each step's lines with the stock at that time. Units arrive as text because they need 64 bits. */
const OFFER_STEPS = `
  select history.at, history.actor, users.email::text as actor_email, history.event, history.from_state,
         history.to_state, history.note,
         coalesce((
           select jsonb_agg(jsonb_build_object('offer_product_id', cast(line ->> 'offer_product_id' as int),
               'name', line ->> 'name', 'quantity', line ->> 'quantity', 'unit_price', line -> 'unit_price',
               'units', cast(stock.units as text)) order by place)
             from jsonb_array_elements(history.lines) with ordinality as written (line, place)
             left join offer_products on offer_products.id = cast(line ->> 'offer_product_id' as int)
             left join lateral (select sum(units) as units from stock_movements
               where product_id = offer_products.product_id and stock_movements.at <= history.at) stock on true
         ), '[]') as lines
    from offer_history history left join users on users.id = history.user_id
   where history.offer_id = :id order by history.id`;

const stepLine = (line: StepRow['lines'][number]): OfferStep['lines'][number] => ({
  offer_product_id: line.offer_product_id,
  name: line.name,
  quantity: BigInt(line.quantity) as Units,
  unit_price: line.unit_price as OfferStep['lines'][number]['unit_price'],
  units: line.units === null ? null : BigInt(line.units),
});

const offerStep = (row: StepRow): OfferStep => ({
  at: row.at.toISOString(),
  actor: row.actor,
  actor_email: row.actor_email,
  event: row.event,
  from_state: row.from_state,
  to_state: row.to_state,
  note: row.note,
  lines: row.lines.map(stepLine),
});

const OFFER_COLUMNS = `, t.freight_cents, t.version, t.submitted_at, t.expires_at, t.updated_at,
  (select purchase_orders.id from purchase_orders where offer_id = t.id) as purchase_order_id`;

const ownOfferFields = (row: OfferListRow & OfferRow & { purchase_order_id: number | null }) => ({
  buyer_name: row.buyer_name,
  seller_name: row.seller_name,
  freight_cents: row.freight_cents,
  version: row.version,
  submitted_at: iso(row.submitted_at),
  expires_at: iso(row.expires_at),
  updated_at: row.updated_at.toISOString(),
  purchase_order_id: row.purchase_order_id,
});

const offerLine = (line: OfferProductRow): OfferDetail['offer_products'][number] => ({
  id: line.id,
  product_id: line.product_id,
  quantity: line.quantity,
  unit_price: line.unit_price_cents,
  buyer_offer_price: line.buyer_price_cents,
  seller_offer_price: line.seller_price_cents,
});

export async function offerDetail(db: Knex, id: number): Promise<OfferDetail | null> {
  const found = await detailRow(db, 'offer', id, OFFER_COLUMNS);
  if (!found) return null;
  const row = found as OfferListRow & OfferRow & { purchase_order_id: number | null };
  const [lines, { rows: steps }] = await Promise.all([
    db('offer_products').where({ offer_id: id }).orderBy('id') as unknown as Promise<OfferProductRow[]>,
    db.raw<{ rows: StepRow[] }>(OFFER_STEPS, { id }),
  ]);
  const offer_products = lines.map(offerLine);
  return { ...offerFields(row), ...ownOfferFields(row), offer_products, history: steps.map(offerStep) };
}
