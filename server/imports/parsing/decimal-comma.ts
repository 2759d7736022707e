import type { ImportField } from '../rules';

const WHOLE = String.raw`(?:\d{1,3}(?:[. \u00a0\u202f'’]\d{3})+|\d+)`;
const DECIMAL_COMMA = new RegExp(String.raw`^\$?\s*(${WHOLE}),(\d{1,2}|(?<=^0,)\d+)\s*\$?$`);
/** At most one space between parts: a file of blanks or empty lines must not be tried in many ways. */
const cellPattern = (delimiter: string) =>
  new RegExp(
    String.raw`(?:^|${delimiter})"?[ \t]?\$?[ \t]?(?:${WHOLE},\d{1,2}|0,\d+)[ \t]?\$?[ \t]?"?(?=${delimiter}|$)`,
    'm',
  );
const DECIMAL_COMMA_CELLS = new Map(
  [';', '\t', '|'].map((delimiter) => [delimiter, cellPattern(`[${delimiter}]`)]),
);

/** True if numbers are written like 1.299,00, which spreadsheets never do between commas. */
export const hasDecimalCommas = (text: string, delimiter: string): boolean =>
  DECIMAL_COMMA_CELLS.get(delimiter)?.test(text) ?? false;

const numberFields: ReadonlySet<ImportField> = new Set([
  ...(['msrp_cents', 'wholesale_cents', 'seller_price_cents', 'units', 'min_order_units'] as const),
  ...(['length', 'width', 'height', 'weight', 'inner_quantity', 'inner_count', 'outer_quantity'] as const),
]);

/** "1.299,00" → "1299.00"; other texts are unchanged. */
export function withDecimalPoint(field: ImportField, text: string): string {
  if (!numberFields.has(field)) return text;
  const [, whole, decimals] = DECIMAL_COMMA.exec(text) ?? [];
  return whole === undefined ? text : `${whole.replace(/\D/g, '')}.${decimals}`;
}

/** In a file with decimal commas "1,299" and "1.299" may each be 1299 or 1.299. */
export const hasTwoReadings = (field: ImportField, text: string): boolean =>
  numberFields.has(field) && /^\$?\s*[1-9]\d{0,2}[.,]\d{3}\s*\$?$/.test(text);
