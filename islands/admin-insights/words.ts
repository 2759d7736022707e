import { type Cents, formatUnits, shortDollars, type Units } from '../../server/contract/money';
import { moment } from '../ui/dates';

const MAX_NAME = 20;

/** Cut at 20 characters (docs/rules.md#insights). */
export const shortName = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}...` : name);

/** `payment_pending` → `payment pending`. */
export const plain = (word: string) => word.replaceAll('_', ' ');

export const label = (field: string) => {
  const words = plain(field.replace(/_cents$/, '').replace(/^total_net_to_seller$/, 'total net to seller'));
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\bsku\b/, 'SKU');
};

export const unitsOrTbd = (units: Units | null) => (units === null ? 'TBD' : formatUnits(units));

export const priceOrDash = (price: Cents | null) => (price === null ? '—' : shortDollars(price));

export function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (field.endsWith('_cents') || field === 'total_net_to_seller') return shortDollars(value as Cents);
  if (field.endsWith('_at') && typeof value === 'string') return moment(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'bigint') return formatUnits(value);
  if (field === 'fee_bps') return `${Number(value) / 100}%`;
  if (field === 'status' || field === 'state') return plain(String(value));
  return String(value);
}
