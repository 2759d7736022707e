import {
  ABOVE_MSRP,
  ABOVE_UNITS,
  caseSizeIsMissing,
  minimumIsAboveUnits,
  NO_CASE_SIZE,
  packFault,
  priceIsAboveMsrp,
  type RuledFields,
} from './rules';

interface FieldRule {
  readonly fields: readonly (keyof RuledFields)[];
  readonly at: keyof RuledFields;
  readonly fault: (product: RuledFields) => string | null;
}

const RULES: readonly FieldRule[] = [
  {
    fields: ['msrp_cents', 'seller_price_cents'],
    at: 'seller_price_cents',
    fault: (product) =>
      priceIsAboveMsrp(product.seller_price_cents, product.msrp_cents) ? ABOVE_MSRP : null,
  },
  {
    fields: ['units', 'min_order_units'],
    at: 'min_order_units',
    fault: (product) => (minimumIsAboveUnits(product.min_order_units, product.units) ? ABOVE_UNITS : null),
  },
  { fields: ['inner_quantity', 'inner_count', 'outer_quantity'], at: 'outer_quantity', fault: packFault },
  {
    fields: ['sell_by', 'inner_quantity', 'outer_quantity'],
    at: 'sell_by',
    fault: (product) => (caseSizeIsMissing(product) ? NO_CASE_SIZE : null),
  },
];

/** Only rules with an edited field apply: sales may reduce units below the minimum. */
export function fieldFaults(edit: RuledFields, stored: RuledFields): Record<string, string> {
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  const merged = { ...stored, ...given };
  return Object.fromEntries(
    RULES.flatMap(({ fields, at, fault }) => {
      const message = fields.some((field) => field in given) ? fault(merged) : null;
      return message === null ? [] : [[at, message]];
    }),
  );
}
