/**
 * JSON that keeps 64-bit units. A double loses digits past 2^53, and JSON.parse rounds before anyone can look,
 * so the fields below are bigint on both halves and exact digits on the wire. Any other bigint is refused.
 */
const UNIT_FIELDS = new Set([
  'units',
  'min_order_units',
  'quantity',
  'min_quantity',
  'available',
  'total_units',
  'inner_count',
  'inner_quantity',
  'outer_quantity',
  'old_units',
  'new_units',
]);

const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

// Random per process, so that no text of a user's can be taken for it.
const MARK = `u${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
const MARKED = new RegExp(`"${MARK}(-?\\d+|@\\d+)"`, 'g');

/**
 * Throws on a bigint in a field that is not one of units. `known` answers the JSON of a list where somebody has it
 * already.
 */
export function toJson(value: unknown, known?: (list: readonly unknown[]) => string | null): string {
  const lists: string[] = [];
  let marked = false;
  const text = JSON.stringify(value, (key, item: unknown) => {
    if (typeof item === 'bigint') {
      if (!UNIT_FIELDS.has(key)) throw new TypeError(`${key} is a bigint, but not a field of units`);
      if (item <= MAX_EXACT && item >= -MAX_EXACT) return Number(item);
      marked = true;
      return `${MARK}${item}`;
    }
    const list = known && Array.isArray(item) ? known(item) : null;
    if (list === null) return item;
    marked = true;
    return `${MARK}@${lists.push(list) - 1}`;
  });
  if (!marked) return text;
  return text.replace(MARKED, (_all, what: string) =>
    what.startsWith('@') ? (lists[Number(what.slice(1))] ?? '') : what,
  );
}

// A string, or a number, each taken whole: no character is looked at twice, whatever is missing of an end.
const STRINGS_AND_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d+(?:[.eE][\d.eE+-]*)?/gs;

const LONG = /\d{16}/;
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;
// A number of units has 19 digits; what is far longer is no number to anybody.
const MAX_DIGITS = 30;

const isWhole = (value: unknown): value is number | string =>
  (typeof value === 'number' && Number.isSafeInteger(value)) ||
  (typeof value === 'string' && value.length <= MAX_DIGITS && LONG_INTEGER.test(value));

/**
 * Unit fields come as bigint, also where they are small; other integers of 16 digits and more as strings of digits.
 * Throws SyntaxError on malformed text.
 */
export function fromJson(text: string): unknown {
  const safe = LONG.test(text)
    ? text.replace(STRINGS_AND_NUMBERS, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token))
    : text;
  return JSON.parse(safe, (key, item: unknown) =>
    UNIT_FIELDS.has(key) && isWhole(item) ? BigInt(item) : item,
  );
}
