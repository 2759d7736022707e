import { type ImportField, importColumns } from '../rules';

const MAX_HEADING_CHARACTERS = 200;

/** Without "USD": all prices are in dollars. */
const normalize = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/(?<![a-z])usd?(?![a-z])/g, '')
    .replace(/[^a-z0-9]+/g, '');

/** Column names of sellers, marketplaces and shop systems, normalized by `normalize`. */
const SYNONYMS: Partial<Record<ImportField, readonly string[]>> = {
  upc: [
    ...['upccode', 'barcode', 'gtin', 'ean', 'upcean', 'variantbarcode', 'gtinupceanorisbn', 'gtinupcean'],
    ...[
      'upcnumber',
      'upcbarcode',
      'barcodenumber',
      'eancode',
      'ean13',
      'gtin14',
      'gtin12',
      'gtin13',
      'itemupc',
    ],
  ],
  name: [
    ...['name', 'title', 'product', 'productname', 'itemname', 'producttitle', 'itemtitle', 'item'],
    ...['productnameenglish', 'listingtitle'],
  ],
  photo_1: [
    ...['photo', 'photourl', 'image', 'imageurl', 'imagesrc', 'picture', 'mainimage', 'image1', 'photo1'],
    ...[
      'photos',
      'images',
      'imageurls',
      'imagelink',
      'photolink',
      'pictureurl',
      'mainimageurl',
      'productimages',
    ],
  ],
  photo_2: ['image2', 'photo2', 'imageurl2'],
  photo_3: ['image3', 'photo3', 'imageurl3'],
  photo_4: ['image4', 'photo4', 'imageurl4'],
  photo_5: ['image5', 'photo5', 'imageurl5'],
  msrp_cents: [
    ...['msrp', 'retail', 'retailprice', 'listprice', 'unitmsrp', 'variantcompareatprice', 'compareatprice'],
    ...['unitretail', 'unitretailprice', 'suggestedretailprice', 'srp', 'rrp', 'regularprice'],
  ],
  wholesale_cents: [
    ...['wholesale', 'wholesaleprice', 'cost', 'unitwholesale', 'unitwholesaleprice', 'costperitem'],
    ...['unitcost', 'defaultcost', 'defaultunitcost'],
  ],
  seller_price_cents: [
    ...['price', 'askingprice', 'unitprice', 'offerprice', 'sellprice', 'unitaskingprice'],
    ...['yourprice', 'saleprice', 'variantprice'],
  ],
  units: [
    ...['units', 'quantity', 'qty', 'stock', 'inventory', 'available', 'onhand', 'unitsavailable'],
    ...['variantinventoryqty', 'inventoryqty', 'inventoryquantity', 'stockquantity', 'availablequantity'],
    ...['qtyavailable', 'quantityavailable', 'qtyonhand', 'quantityonhand', 'onhandqty', 'onhandinventory'],
    ...['afnfulfillablequantity', 'currentquantity'],
  ],
  min_order_units: ['moq', 'minimum', 'minorder', 'minimumorder', 'minimumorderquantity', 'minqty'],
  sku: ['itemnumber', 'variantsku', 'itemno', 'customsku', 'sellersku', 'merchantsku'],
  asin: ['asin1'],
  style_number: ['style', 'styleno'],
  description: ['details', 'bodyhtml', 'body', 'productdescription', 'descriptionenglish', 'longdescription'],
  category: ['producttype', 'department', 'type'],
  seller_size: ['size'],
  expiration_date: ['expiration', 'expiry', 'expirydate', 'bestby', 'expires'],
  packaging_type: ['packaging'],
  length: ['itemlength', 'productlength'],
  width: ['itemwidth', 'productwidth'],
  height: ['itemheight', 'productheight'],
  weight: ['itemweight', 'productweight', 'shippingweight', 'variantgrams', 'weightgrams'],
  weight_unit: ['weightunits', 'variantweightunit', 'itemweightunit'],
  inner_quantity: ['innerqty', 'innerpack'],
  inner_count: ['inners', 'innercount'],
  outer_quantity: ['outerqty', 'casepack', 'caseqty', 'outer'],
  condition: ['itemcondition', 'productcondition', 'grade'],
  sell_by: ['sellby', 'soldby', 'sellunit'],
};

const synonyms = new Map<string, ImportField>(
  importColumns.flatMap(({ heading, field }) =>
    [normalize(heading), normalize(field), ...(SYNONYMS[field] ?? [])].map((name) => [name, field] as const),
  ),
);

/** What in brackets makes another quantity or currency of the same words. */
const CHANGES_MEANING =
  /\b(total|ext|extended|sum|case|cases|pack|packs|box|boxes|carton|cartons|pallet|lot|dozen|inner|outer|eur|euro|euros|gbp|cad|aud|nzd|mxn|jpy|cny|rmb|inr|chf|sek|nok|dkk|pln|brl)\b|\bper\b(?!\s+(?:unit|item|piece|each))|[€£¥₹]/i;

/** "Product Name (100 characters or less, required)" → "Product Name"; '' where brackets change the meaning. */
function withoutNotes(heading: string): string {
  const notes = heading.match(/\([^()]*\)|\[[^[\]]*\]/g) ?? [];
  if (notes.some((note) => CHANGES_MEANING.test(note))) return '';
  return notes.reduce((text, note) => text.replace(note, ' '), heading);
}

/** "weight_kg" → "weight": the unit is read by `measures.ts`. */
const withoutUnit = (heading: string) =>
  heading.replace(/[\s_-]+(?:in[\s_-]+)?(kgs?|g|grams?|lbs?|pounds?|oz|ounces?|cm|mm|in|inch|inches)$/i, '');

export function fieldLikeHeading(heading: string): ImportField | null {
  if (heading.length > MAX_HEADING_CHARACTERS) return null;
  const plain = withoutNotes(heading).trim();
  const found = synonyms.get(normalize(heading)) ?? synonyms.get(normalize(plain));
  if (found) return found;
  const bare = synonyms.get(normalize(withoutUnit(plain)));
  if (bare === 'weight' || bare === 'length' || bare === 'width' || bare === 'height') return bare;
  // Square names the location after it.
  return /^current quantity\s/i.test(plain) ? 'units' : null;
}

/** B-Stock calls a product's name that; beside a name, as at Amazon, it is the description. */
export const isItemDescription = (heading: string): boolean =>
  heading.length <= MAX_HEADING_CHARACTERS && normalize(heading) === 'itemdescription';
