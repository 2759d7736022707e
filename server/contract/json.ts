/** Fields with 64-bit units: bigint in code, exact digits in JSON, as doubles lose digits above 2^53. */
const UNIT_FIELDS = new Set([
  'units',
  'min_order_units',
  'quantity',
  'ordered_quantity',
  'canceled_quantity',
  'min_quantity',
  'available',
  'total_units',
  'inner_count',
  'inner_quantity',
  'outer_quantity',
  'order_multiple',
  'old_units',
  'new_units',
  'cartons',
  'weight_lb',
  'units_sold',
]);

/** Units before and after: `{"quantity": {"old": 60, "new": 25}}`. */
const isChange = (item: unknown): item is { old: unknown; new: unknown } =>
  typeof item === 'object' && item !== null && 'old' in item && 'new' in item;

/** A field before and after: `{"field": "units", "from": 60, "to": 25}`. */
const isFieldChange = (item: unknown): item is { field: string; from: unknown; to: unknown } =>
  typeof item === 'object' &&
  item !== null &&
  'field' in item &&
  'from' in item &&
  'to' in item &&
  UNIT_FIELDS.has(item.field as string);

const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

// Random per process, so that user input cannot contain it.
const MARK = `u${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
const MARKED = new RegExp(`"${MARK}(-?\\d+|@\\d+)"`, 'g');

/** Throws TypeError on a bigint outside the unit fields. `cachedList` returns the JSON of a list, or null. */
export function toJson(value: unknown, cachedList?: (list: readonly unknown[]) => string | null): string {
  const lists: string[] = [];
  let marked = false;
  const exact = (item: unknown) => {
    if (typeof item !== 'bigint') return item;
    if (item <= MAX_EXACT && item >= -MAX_EXACT) return Number(item);
    marked = true;
    return `${MARK}${item}`;
  };
  const text = JSON.stringify(value, (key, item: unknown) => {
    if (typeof item === 'bigint') {
      if (!UNIT_FIELDS.has(key)) throw new TypeError(`${key} is a bigint, but not a field of units`);
      return exact(item);
    }
    if (UNIT_FIELDS.has(key) && isChange(item)) return { old: exact(item.old), new: exact(item.new) };
    if (isFieldChange(item)) return { ...item, from: exact(item.from), to: exact(item.to) };
    const list = cachedList && Array.isArray(item) ? cachedList(item) : null;
    if (list === null) return item;
    marked = true;
    return `${MARK}@${lists.push(list) - 1}`;
  });
  if (!marked) return text;
  return text.replace(MARKED, (_all, marker: string) =>
    marker.startsWith('@') ? (lists[Number(marker.slice(1))] ?? '') : marker,
  );
}

// Matches whole strings and numbers, also unterminated ones, in linear time.
const STRINGS_AND_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d+(?:[.eE][\d.eE+-]*)?/gs;

const LONG = /\d{16}/;
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;
const MAX_DIGITS = 30;

const isWhole = (value: unknown): value is number | string =>
  (typeof value === 'number' && Number.isSafeInteger(value)) ||
  (typeof value === 'string' && value.length <= MAX_DIGITS && LONG_INTEGER.test(value));

const unitsOf = (item: unknown) => (isWhole(item) ? BigInt(item) : item);

/** Unit fields become bigint, other integers of 16 or more digits strings. Throws SyntaxError. */
export function fromJson(text: string): unknown {
  const safe = LONG.test(text)
    ? text.replace(STRINGS_AND_NUMBERS, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token))
    : text;
  return JSON.parse(safe, (key, item: unknown) => {
    if (isFieldChange(item)) return { ...item, from: unitsOf(item.from), to: unitsOf(item.to) };
    if (!UNIT_FIELDS.has(key)) return item;
    return isChange(item) ? { old: unitsOf(item.old), new: unitsOf(item.new) } : unitsOf(item);
  });
}
