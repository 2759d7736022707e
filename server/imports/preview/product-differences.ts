import { isPhotoField } from '../../products/rules';
import { publicUrl } from '../../storage/keys';
import type { ClassifiedRow } from '../row-outcome';
import { headingOf, type ImportField } from '../rules';
import {
  type DifferingValue,
  MAX_DIFFERENCES,
  type PreviewSummary,
  type ProductDifference,
} from './contract';

/** Products that have other values than their rows, by product and by field. */
export class ProductDifferences {
  #count = 0;
  readonly #fields: Partial<Record<ImportField, number>> = {};
  readonly #first: ProductDifference[] = [];

  add({ row, before, merged }: ClassifiedRow) {
    if (!before?.id || !merged || merged.unequal.length === 0) return;
    this.#count++;
    for (const field of merged.unequal) this.#fields[field] = (this.#fields[field] ?? 0) + 1;
    if (this.#first.length === MAX_DIFFERENCES) return;
    const fields = merged.unequal.map((field) => ({
      field,
      column: headingOf(field),
      from: wireValue(field, before[field]),
      to: wireValue(field, merged.given[field]),
    }));
    this.#first.push({
      product_id: before.id,
      line: row.line,
      upc: before.upc ?? '',
      name: before.name ?? '',
      fields,
    });
  }

  figures(): Pick<PreviewSummary, 'differs_count' | 'differing_fields' | 'differences'> {
    return { differs_count: this.#count, differing_fields: this.#fields, differences: this.#first };
  }
}

function wireValue(field: ImportField, value: unknown): DifferingValue {
  if (isPhotoField(field)) return publicUrl(String(value), 1200);
  return typeof value === 'number' || typeof value === 'bigint' ? value : String(value);
}
