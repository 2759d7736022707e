import type { Knex } from 'knex';
import { groupRows, idsOf } from '../../db/rows';
import type { OfferProductRow } from '../../db/tables';
import type { Cents, Units } from '../contract/money';
import type { InsightsOffer, InsightsOrder, InsightsProduct, InsightsUser, Resource } from './contract';

interface PartyRow {
  buyer_user_email: string | null;
  seller_user_email: string | null;
  buyer_user_id: number | null;
  seller_user_id: number | null;
  buyer_name: string;
  seller_name: string;
}

export interface OrderListRow extends PartyRow {
  id: number;
  po_number: string;
  status: InsightsOrder['status'];
  total_cents: Cents;
  total_net_to_seller: Cents;
  fee_cents: Cents;
  total_units: Units;
  sku_count: number;
  created_at: Date;
}

export interface OfferListRow extends PartyRow {
  id: number;
  offer_number: string;
  state: InsightsOffer['state'];
  total_cents: Cents;
  /** numeric arrives as digits. */
  total_units: string;
  sku_count: number;
  created_at: Date;
}

interface ProductListRow extends Omit<InsightsProduct, never> {
  upc: string;
  category: string;
  created_at: Date;
}

export interface UserListRow extends Omit<InsightsUser, 'created_at'> {
  created_at: Date;
  buyer_name: string | null;
  seller_name: string | null;
}

export interface ListRows {
  purchase_order: OrderListRow;
  offer: OfferListRow;
  product: ProductListRow;
  user: UserListRow;
}

export interface ListAnswers {
  purchase_order: InsightsOrder;
  offer: InsightsOffer;
  product: InsightsProduct;
  user: InsightsUser;
}

type OrderLine = InsightsOrder['purchase_order_products'][number];

const orderLine = ({ product_id, quantity, unit_cents }: OrderLine): OrderLine => ({
  product_id,
  quantity,
  unit_cents,
});

async function orders(db: Knex, rows: readonly OrderListRow[]): Promise<InsightsOrder[]> {
  const lines = await db('purchase_order_products')
    .whereIn('purchase_order_id', idsOf(rows))
    .orderBy('id')
    .select('purchase_order_id', 'product_id', 'quantity', 'unit_cents');
  const linesOf = groupRows(lines, ({ purchase_order_id }) => purchase_order_id);
  return rows.map((row) => ({
    ...orderFields(row),
    purchase_order_products: linesOf(row.id).map(orderLine),
  }));
}

export const orderFields = (row: OrderListRow) => ({
  id: row.id,
  po_number: row.po_number,
  seller_user_email: row.seller_user_email,
  buyer_user_email: row.buyer_user_email,
  seller_user_id: row.seller_user_id,
  buyer_user_id: row.buyer_user_id,
  status: row.status,
  total_cents: row.total_cents,
  total_net_to_seller: row.total_net_to_seller,
  profit_cents: row.fee_cents,
  total_units: row.total_units,
  sku_count: row.sku_count,
  created_at: row.created_at.toISOString(),
});

type OfferLine = Pick<OfferProductRow, 'id' | 'product_id' | 'quantity' | 'unit_price_cents'>;

const offerLine = ({ id, product_id, quantity, unit_price_cents }: OfferLine) => ({
  id,
  product_id,
  quantity,
  unit_price: unit_price_cents,
});

async function offers(db: Knex, rows: readonly OfferListRow[]): Promise<InsightsOffer[]> {
  const lines = await db('offer_products')
    .whereIn('offer_id', idsOf(rows))
    .orderBy('id')
    .select('id', 'offer_id', 'product_id', 'quantity', 'unit_price_cents');
  const linesOf = groupRows(lines, ({ offer_id }) => offer_id);
  return rows.map((row) => ({
    ...offerFields(row),
    offer_products: linesOf(row.id).map(offerLine),
  }));
}

export const offerFields = (row: OfferListRow) => ({
  id: row.id,
  offer_number: row.offer_number,
  buyer_user_email: row.buyer_user_email,
  seller_user_email: row.seller_user_email,
  buyer_user_id: row.buyer_user_id,
  seller_user_id: row.seller_user_id,
  state: row.state,
  total_cents: row.total_cents,
  total_units: BigInt(row.total_units),
  sku_count: row.sku_count,
  created_at: row.created_at.toISOString(),
});

const product = (row: ProductListRow): InsightsProduct => ({
  id: row.id,
  sku: row.sku,
  name: row.name,
  units: row.units,
  seller_id: row.seller_id,
  seller_name: row.seller_name,
  provisional: row.provisional,
  status: row.status,
  seller_price_cents: row.seller_price_cents,
});

export const userFields = (row: UserListRow): InsightsUser => ({
  id: row.id,
  email: row.email,
  full_name: row.full_name,
  status: row.status,
  created_at: row.created_at.toISOString(),
  buyer_id: row.buyer_id,
  seller_id: row.seller_id,
});

export const serializers: {
  [Name in Resource]: (db: Knex, rows: readonly ListRows[Name][]) => Promise<ListAnswers[Name][]>;
} = {
  purchase_order: orders,
  offer: offers,
  product: async (_db, rows) => rows.map(product),
  user: async (_db, rows) => rows.map(userFields),
};
