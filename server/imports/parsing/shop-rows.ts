import { photoFields } from '../../products/rules';
import type { ImportField } from '../rules';
import type { CheckedRow } from './csv';
import type { Mapping } from './header-mapping';

interface Carried {
  cells: Partial<Record<ImportField, string>>;
  isImage: boolean;
}

const CARRIED = ['name', 'description', 'category'] as const;
const NOTHING: Carried = { cells: {}, isImage: false };

/**
 * Shopify writes a product's further variants and images in rows of their own, which share its handle and have no title.
 * Returns what such a row takes from its product.
 */
export function carryProducts(headings: readonly string[], mapping: Mapping): (row: CheckedRow) => Carried {
  const handleAt = headings.findIndex((heading) => heading.toLowerCase() === 'handle');
  if (handleAt < 0 || !mapping.includes('name')) return () => NOTHING;
  let product = { handle: '', cells: NOTHING.cells, photos: 0 };
  return ({ cells: raw, mismatch }) => {
    if (mismatch) return NOTHING;
    const handle = (raw[handleAt] ?? '').trim();
    const cell = (field: ImportField) => (raw[mapping.indexOf(field)] ?? '').trim();
    if (cell('name') !== '' || handle === '' || handle !== product.handle) {
      const cells = Object.fromEntries([...CARRIED, 'upc' as const].map((field) => [field, cell(field)]));
      product = { handle, cells, photos: cell('photo_1') ? 1 : 0 };
      return NOTHING;
    }
    const isImage = mapping.every((field) => !field || field === 'photo_1' || cell(field) === '');
    if (!isImage) return { cells: missingOf(CARRIED, product.cells, cell), isImage };
    const { upc = '', name = '' } = product.cells;
    const photo = cell('photo_1') ? photoFields[product.photos++] : undefined;
    return { cells: { upc, name, photo_1: '', ...(photo && { [photo]: cell('photo_1') }) }, isImage };
  };
}

const missingOf = (
  fields: readonly ImportField[],
  product: Carried['cells'],
  cell: (field: ImportField) => string,
): Carried['cells'] =>
  Object.fromEntries(
    fields.filter((field) => cell(field) === '').map((field) => [field, product[field] ?? '']),
  );
