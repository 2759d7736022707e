import type { ProductInput } from '../products/contract';
import { isPhotoAddress } from '../products/rules';
import { decodeEntities } from './parsing/description';
import { type ImportField, importFields } from './rules';

type Values = Readonly<Partial<Record<ImportField, unknown>>>;

/** Fields of a row that have another value than the product, which keeps its own (docs/rules.md#import). */
export function differingFields(product: Values, row: ProductInput): ImportField[] {
  return importFields.filter((field) => {
    const [own, given] = [product[field], row[field]];
    if (field === 'upc' || isNothing(own) || isNothing(given)) return false;
    if (field.startsWith('photo_')) return isOtherPhoto(product, String(own), String(given));
    if (field === 'weight_unit')
      return !isNothing(product.weight) && row.weight !== undefined && own !== given;
    return comparable(field, own) !== comparable(field, given);
  });
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/** Uploaded pictures have other addresses in every export; the same pictures may stand in another order. */
const isOtherPhoto = (product: Values, own: string, given: string) =>
  isPhotoAddress(own) &&
  ![product.photo_1, product.photo_2, product.photo_3, product.photo_4, product.photo_5].includes(given);

function comparable(field: ImportField, value: unknown): string {
  if (field === 'name') return decodeEntities(String(value));
  return field === 'description' ? wordsOf(String(value)) : String(value);
}

/** Markup and spaces change between an editor and a file. */
const wordsOf = (html: string) =>
  decodeEntities(html.replaceAll('\\n', ' ').replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
