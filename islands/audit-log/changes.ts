import { toJson } from '../../server/contract/json';
import { cents, dollars, formatUnits } from '../../server/contract/money';
import { day } from '../ui/dates';

export interface Change {
  field: string;
  /** null when absent. */
  before: string | null;
  after: string | null;
}

const MAX_CHARACTERS = 120;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isCents = (field: string, value: unknown): value is number =>
  field.endsWith('_cents') && Number.isSafeInteger(value) && Number(value) >= 0;

function wordsOf(field: string, value: unknown): string {
  if (isCents(field, value)) return dollars(cents(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return DAY.test(value) ? day(value) : value;
  if (typeof value === 'bigint') return formatUnits(value);
  // The payouts of a batch are ids, which no page shows.
  if (Array.isArray(value)) return field === 'payouts' ? String(value.length) : value.map(toWord).join(', ');
  return toJson(value);
}

const toWord = (value: unknown) => (typeof value === 'string' ? value : toJson(value));

/** As staff read a stored value: an amount, a day, yes or no, the items of a list. */
function formatValue(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = wordsOf(field, value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

const ABBREVIATIONS = /\b(api|csv|dba|id|msrp|po|sku|upc|url)\b/gi;

/** 'order_limit_cents' → 'Order limit', 'upc' → 'UPC'. */
export function labelOf(field: string): string {
  const words = field
    .replace(/_cents$/, '')
    .replaceAll('_', ' ')
    .replace(ABBREVIATIONS, (letters) => letters.toUpperCase());
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Lists the fields that differ, apart from `version` and `updated_at`; what one side leaves out of an edit stays. */
export function changesOf({ before, after }: { before: unknown; after: unknown }): Change[] {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {}))
    return [{ field: 'value', before: formatValue('', before), after: formatValue('', after) }];
  const previous = (before ?? {}) as Record<string, unknown>;
  const current = (after ?? {}) as Record<string, unknown>;
  return [...new Set([...Object.keys(previous), ...Object.keys(current)])]
    .filter((field) => field !== 'version' && field !== 'updated_at')
    .filter((field) => !after || field in current)
    .map((field) => ({
      field,
      before: formatValue(field, previous[field]),
      after: formatValue(field, current[field]),
    }))
    .filter((change) => change.before !== change.after);
}
