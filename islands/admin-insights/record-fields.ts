import { type Cents, formatUnits, shortDollars } from '../../server/contract/money';
import { type OrderStatus, orderStatusLabels } from '../../server/orders/rules';
import type { Dates } from '../ui/dates';
import { sentenceCase } from './words';

const LABELS: Record<string, string> = {
  id: 'Record ID',
  po_number: 'Order number',
  offer_number: 'Offer number',
  full_name: 'Name',
  buyer_name: 'Buyer',
  seller_name: 'Seller',
  state: 'Status',
  total_cents: 'Total',
  total_net_to_seller: 'Total Net to Seller',
  profit_cents: 'Profit',
  total_units: 'Total Units',
  sku_count: 'SKU Count',
  fee_bps: 'Marketplace fee',
  tracking_number: 'Tracking number',
  payment_flag: 'Payment problem',
  confirmed_by_staff: 'Payment confirmed by',
  reason: 'Note or reason',
  admin: 'Role',
  created_at: 'Created',
  submitted_at: 'Sent to seller',
  expires_at: 'Expires',
  pay_by: 'Pay by',
  paid_at: 'Paid',
  updated_at: 'Last change',
  version: 'Changes made',
  offer_id: 'Offer ID',
  purchase_order_id: 'Order ID',
  buyer_id: 'Buyer ID',
  seller_id: 'Seller ID',
};

export const fieldLabel = (field: string) => LABELS[field] ?? sentenceCase(field.replace(/_(at|cents)$/, ''));

const FORMATS: Record<string, (value: unknown) => string> = {
  fee_bps: (value) => `${Number(value) / 100}%`,
  total_net_to_seller: (value) => shortDollars(value as Cents),
  sku_count: (value) => formatUnits(value as number),
  /** A record starts at version 1. */
  version: (value) => formatUnits(Math.max(0, Number(value) - 1)),
  confirmed_by_staff: (value) => (value ? 'Staff' : 'Payment provider'),
  admin: (value) => (value ? 'Staff' : 'Member'),
  state: (value) => sentenceCase(String(value)),
  status: (value) => orderStatusLabels[value as OrderStatus] ?? sentenceCase(String(value)),
  payment_flag: (value) => sentenceCase(String(value)),
};

export function formatField(field: string, value: unknown, dates: Dates): string {
  if (value === null || value === undefined || value === '') return '—';
  const format = FORMATS[field];
  if (format) return format(value);
  if (field.endsWith('_cents')) return shortDollars(value as Cents);
  if (/_(at|by)$/.test(field) && typeof value === 'string') return dates.moment(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'bigint' ? formatUnits(value) : String(value);
}

/** The payment's confirmation means nothing before there is a payment. */
const isShown = (record: Record<string, unknown>, field: string) =>
  !(field === 'confirmed_by_staff' && record.paid_at === null);

const DATES = /^(?:\w+_at|pay_by)$/;
const IDENTIFIERS = new Set([
  'id',
  'offer_id',
  'purchase_order_id',
  'buyer_id',
  'seller_id',
  'seller_user_id',
  'buyer_user_id',
  'version',
]);

export interface FieldGroup {
  title: string;
  fields: readonly (readonly [name: string, value: unknown])[];
}

/** Every plain field of a record except those in `except`, by what it is for. */
export function groupFields(record: object, except: readonly string[]): FieldGroup[] {
  const all = Object.entries(record).filter(
    ([field, value]) =>
      !except.includes(field) &&
      (typeof value !== 'object' || value === null) &&
      isShown(record as Record<string, unknown>, field),
  );
  const isDate = ([field]: readonly [string, unknown]) => DATES.test(field);
  const isIdentifier = ([field]: readonly [string, unknown]) => IDENTIFIERS.has(field);
  return [
    { title: 'Details', fields: all.filter((field) => !isDate(field) && !isIdentifier(field)) },
    { title: 'Dates', fields: all.filter(isDate) },
    { title: 'For support', fields: all.filter(isIdentifier) },
  ];
}
