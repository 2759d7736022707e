import { photoFields } from '../../products/form-contract';
import {
  ANY_PHOTO,
  type ImportField,
  importColumns,
  isImportField,
  REASON,
  type TemplateColumn,
  templateColumns,
} from '../columns-contract';
import { UnreadableFile } from './csv';

export type Mapping = readonly (ImportField | null)[];

const byHeading = new Map(importColumns.map(({ heading, field }) => [heading, field]));

const nextPhoto = (fields: Iterable<ImportField | null>) => {
  const used = new Set(fields);
  return photoFields.find((field) => !used.has(field)) ?? null;
};

export function missingHeadings(mapping: Mapping): string[] {
  const found = new Set(mapping);
  const hasPhoto = photoFields.some((field) => found.has(field));
  return templateColumns
    .filter(({ field, required }: TemplateColumn) =>
      field === 'photo_1' ? !hasPhoto : required && !found.has(field),
    )
    .map(({ heading }) => heading);
}

/** Accepts only the template's headings (docs/rules.md#import). Throws UnreadableFile. */
export function readHeadings(headings: readonly string[]): { mapping: Mapping; unknown: string[] } {
  const fields = headings.map((heading) => byHeading.get(heading) ?? null);
  refuseDuplicates(headings, fields);
  const mapping = [...fields];
  headings.forEach((heading, at) => {
    if (heading === ANY_PHOTO) mapping[at] = nextPhoto(mapping);
  });
  refuseMissing(missingHeadings(mapping));
  const unknown = headings.filter(
    (heading, at) => mapping[at] === null && heading !== '' && heading !== REASON,
  );
  return { mapping, unknown };
}

function refuseDuplicates(headings: readonly string[], fields: readonly (ImportField | null)[]) {
  const duplicate = fields.find((field, at) => field !== null && fields.indexOf(field) !== at);
  if (!duplicate) return;
  const heading = headings[fields.indexOf(duplicate)];
  throw new UnreadableFile(`The column “${heading}” appears twice. Remove one of them.`);
}

function refuseMissing(missing: readonly string[]) {
  if (missing.length === 0) return;
  const list = missing.map((heading) => `“${heading}”`).join(', ');
  throw new UnreadableFile(
    `The column${missing.length > 1 ? 's' : ''} ${list} ${missing.length > 1 ? 'are' : 'is'} missing. Headings must match the template exactly.`,
  );
}

/** Without "USD": all prices are in dollars. */
const normalize = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?<![a-z])usd?(?![a-z])/g, '')
    .replace(/[^a-z0-9]+/g, '');

/** Column names of sellers and shop systems, normalized by `normalize`. */
const SYNONYMS: Partial<Record<ImportField, readonly string[]>> = {
  upc: [
    ...['upccode', 'barcode', 'gtin', 'ean', 'upcean', 'variantbarcode'],
    ...['upcnumber', 'upcbarcode', 'barcodenumber', 'eancode', 'ean13', 'gtin14'],
  ],
  name: ['name', 'title', 'product', 'productname', 'itemname', 'producttitle'],
  photo_1: [
    ...['photo', 'photourl', 'image', 'imageurl', 'imagesrc', 'picture', 'mainimage', 'image1', 'photo1'],
    ...['photos', 'images', 'imageurls', 'imagelink', 'photolink', 'pictureurl', 'mainimageurl'],
  ],
  photo_2: ['image2', 'photo2', 'imageurl2'],
  photo_3: ['image3', 'photo3', 'imageurl3'],
  photo_4: ['image4', 'photo4', 'imageurl4'],
  photo_5: ['image5', 'photo5', 'imageurl5'],
  msrp_cents: [
    ...['msrp', 'retail', 'retailprice', 'listprice', 'unitmsrp', 'variantcompareatprice'],
    ...['unitretail', 'unitretailprice', 'suggestedretailprice', 'srp', 'rrp'],
  ],
  wholesale_cents: ['wholesale', 'wholesaleprice', 'cost', 'unitwholesale', 'costperitem'],
  seller_price_cents: ['price', 'askingprice', 'unitprice', 'offerprice', 'sellprice', 'unitaskingprice'],
  units: [
    ...['units', 'quantity', 'qty', 'stock', 'inventory', 'available', 'onhand', 'unitsavailable'],
    ...['variantinventoryqty', 'inventoryqty', 'inventoryquantity', 'stockquantity', 'availablequantity'],
    ...['qtyavailable', 'quantityavailable', 'qtyonhand', 'quantityonhand', 'onhandqty'],
  ],
  min_order_units: ['moq', 'minimum', 'minorder', 'minimumorder', 'minimumorderquantity', 'minqty'],
  sku: ['itemnumber', 'variantsku', 'itemno'],
  style_number: ['style', 'styleno'],
  description: ['details', 'bodyhtml', 'body', 'productdescription'],
  category: ['producttype', 'department', 'type'],
  seller_size: ['size'],
  expiration_date: ['expiration', 'expiry', 'expirydate', 'bestby', 'expires'],
  packaging_type: ['packaging'],
  weight_unit: ['weightunits', 'variantweightunit'],
  inner_quantity: ['innerqty', 'innerpack'],
  inner_count: ['inners', 'innercount'],
  outer_quantity: ['outerqty', 'casepack', 'caseqty', 'outer'],
  condition: ['itemcondition', 'productcondition', 'grade'],
  sell_by: ['sellby', 'soldby', 'sellunit'],
};

const headingSynonyms = new Map<string, ImportField>(
  importColumns.flatMap(({ heading, field }) =>
    [normalize(heading), normalize(field), ...(SYNONYMS[field] ?? [])].map((name) => [name, field] as const),
  ),
);

export interface MatchedHeading {
  field: ImportField | null;
  by: 'heading' | 'remembered' | 'likeness' | null;
}

/** Matches headings by the template, then by the seller's earlier choices, then by synonyms. */
export function matchHeadings(
  headings: readonly string[],
  sellerChoices: ReadonlyMap<string, string>,
): MatchedHeading[] {
  const columns: MatchedHeading[] = headings.map((): MatchedHeading => ({ field: null, by: null }));
  const used = new Set<ImportField>();
  const match = (
    by: NonNullable<MatchedHeading['by']>,
    find: (heading: string) => string | null | undefined,
  ) => {
    headings.forEach((heading, at) => {
      if (columns[at]?.field) return;
      const field = find(heading);
      if (!field || !isImportField(field) || used.has(field)) return;
      used.add(field);
      columns[at] = { field, by };
    });
  };
  match('heading', (heading) => byHeading.get(heading));
  match('heading', (heading) => (heading === ANY_PHOTO ? nextPhoto(used) : null));
  match('remembered', (heading) => sellerChoices.get(heading));
  match('likeness', (heading) => headingSynonyms.get(normalize(heading)));
  return columns;
}

/** True if the cells are headings, not titles above them: two of them name UPC and product. */
export function areHeadings(cells: readonly string[]): boolean {
  const fields = matchHeadings(
    cells.map((cell) => cell.trim()),
    new Map(),
  ).map(({ field }) => field);
  return fields.includes('upc') && fields.includes('name');
}
