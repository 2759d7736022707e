import type { ProductInput } from '../products/contract';
import { defaultOf } from '../products/defaults';
import { isPhotoField, photoFields } from '../products/rules';
import { exportedCell } from './exported-cell';
import { cellOf, readCell } from './parsing/values';
import { type ImportField, importFields } from './rules';

type Values = Readonly<Partial<Record<ImportField, unknown>>>;

/** Fields of a row that have another value than the product has (docs/rules.md#import). */
export function differingFields(product: Values, row: ProductInput): ImportField[] {
  return importFields.filter((field) => {
    const [own, given] = [product[field], row[field]];
    if (field === 'upc' || isNothing(own) || isNothing(given)) return false;
    if (field === 'weight_unit')
      return !isNothing(product.weight) && row.weight !== undefined && own !== given;
    if (own === defaultOf(field)) return false;
    if (isPhotoField(field)) return !photoFields.some((place) => product[place] === given);
    return !isSame(field, own, given);
  });
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/** Also where the product's own value, read from its download, is the given one: markup and spaces change on that way. */
function isSame(field: ImportField, own: unknown, given: unknown): boolean {
  if (String(own) === String(given)) return true;
  if (typeof own !== 'string') return false;
  const again = readCell(field, cellOf(field, exportedCell(field, own)));
  return 'value' in again && String(again.value) === String(given);
}
