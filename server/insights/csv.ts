import { escapeFormula } from '../contract/csv';
import type { Resource } from './contract';
import type { ListRows } from './rows';

type Cell = string | number | bigint | boolean | Date | null;

/** Escapes formulas in users' texts; numbers stay as they are. */
function csvCell(value: Cell): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? escapeFormula(value) : String(value);
}

type Columns<Row> = readonly (readonly [heading: string, of: (row: Row) => Cell])[];

const orderColumns: Columns<ListRows['purchase_order']> = [
  ['id', ({ id }) => id],
  ['po_number', ({ po_number }) => po_number],
  ['seller_user_email', ({ seller_user_email }) => seller_user_email],
  ['buyer_user_email', ({ buyer_user_email }) => buyer_user_email],
  ['seller_name', ({ seller_name }) => seller_name],
  ['buyer_name', ({ buyer_name }) => buyer_name],
  ['status', ({ status }) => status],
  ['total_cents', ({ total_cents }) => total_cents],
  ['total_net_to_seller', ({ total_net_to_seller }) => total_net_to_seller],
  ['profit_cents', ({ fee_cents }) => fee_cents],
  ['total_units', ({ total_units }) => total_units],
  ['sku_count', ({ sku_count }) => sku_count],
  ['created_at', ({ created_at }) => created_at],
];

const offerColumns: Columns<ListRows['offer']> = [
  ['id', ({ id }) => id],
  ['offer_number', ({ offer_number }) => offer_number],
  ['buyer_user_email', ({ buyer_user_email }) => buyer_user_email],
  ['seller_user_email', ({ seller_user_email }) => seller_user_email],
  ['buyer_name', ({ buyer_name }) => buyer_name],
  ['seller_name', ({ seller_name }) => seller_name],
  ['state', ({ state }) => state],
  ['total_cents', ({ total_cents }) => total_cents],
  ['total_units', ({ total_units }) => total_units],
  ['sku_count', ({ sku_count }) => sku_count],
  ['created_at', ({ created_at }) => created_at],
];

const productColumns: Columns<ListRows['product']> = [
  ['id', ({ id }) => id],
  ['sku', ({ sku }) => sku],
  ['upc', ({ upc }) => upc],
  ['name', ({ name }) => name],
  ['seller_id', ({ seller_id }) => seller_id],
  ['seller_name', ({ seller_name }) => seller_name],
  ['category', ({ category }) => category],
  ['provisional', ({ provisional }) => provisional],
  ['units', ({ units }) => units],
  ['seller_price_cents', ({ seller_price_cents }) => seller_price_cents],
  ['created_at', ({ created_at }) => created_at],
];

const userColumns: Columns<ListRows['user']> = [
  ['id', ({ id }) => id],
  ['email', ({ email }) => email],
  ['full_name', ({ full_name }) => full_name],
  ['status', ({ status }) => status],
  ['buyer_id', ({ buyer_id }) => buyer_id],
  ['buyer_name', ({ buyer_name }) => buyer_name],
  ['seller_id', ({ seller_id }) => seller_id],
  ['seller_name', ({ seller_name }) => seller_name],
  ['created_at', ({ created_at }) => created_at],
];

const COLUMNS: { [Name in Resource]: Columns<ListRows[Name]> } = {
  purchase_order: orderColumns,
  offer: offerColumns,
  product: productColumns,
  user: userColumns,
};

export const csvHeadings = (resource: Resource): string[] => COLUMNS[resource].map(([heading]) => heading);

export const csvRow = <Name extends Resource>(resource: Name, row: ListRows[Name]): string[] =>
  COLUMNS[resource].map(([, of]) => csvCell(of(row)));
