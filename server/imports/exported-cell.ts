import { sellByLabels } from '../contract/case-packs';
import { packagingLabels } from '../contract/categories';
import { conditionLabels } from '../contract/product-conditions';
import { cellText } from '../http/csv';
import type { ImportField } from './rules';

const labelOf = (labels: Readonly<Record<string, string>>) => (value: unknown) => labels[String(value)] ?? '';

/** PostgreSQL returns numeric(12, 3) with trailing zeros. */
const shortest = (value: unknown) => String(Number(value));

const title = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const FORMATS: Readonly<Partial<Record<ImportField, (value: unknown) => string>>> = {
  packaging_type: labelOf(packagingLabels),
  category: (value) => (value === 'other category' ? '' : title(String(value))),
  gender: (value) => (value === 'unisex' ? 'Unisex' : String(value).toUpperCase()),
  length: shortest,
  width: shortest,
  height: shortest,
  weight: shortest,
  condition: labelOf(conditionLabels),
  sell_by: labelOf(sellByLabels),
};

/** A product's value as its download writes it; pictures apart. */
export function exportedCell(field: ImportField, value: unknown): string {
  if (value === null || value === undefined) return '';
  return FORMATS[field]?.(value) ?? cellText(field, value);
}
