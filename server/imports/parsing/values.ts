import { readSellBy } from '../../contract/case-packs';
import { readCategory, readPackagingType } from '../../contract/categories';
import { unescapeFormula } from '../../contract/csv';
import { TOO_MANY_UNITS } from '../../contract/fields';
import { MAX_UNITS, parseDollars, parseUnits } from '../../contract/money';
import { readCondition } from '../../contract/product-conditions';
import { stripInvisible } from '../../contract/strip-invisible';
import {
  BELOW_ZERO,
  NO_PRICE,
  NO_UNITS,
  NOT_POSITIVE,
  SIZE_DECIMALS,
  TOO_EXACT_SIZE,
  TOO_EXACT_WEIGHT,
  WEIGHT_DECIMALS,
} from '../../products/field-rules-contract';
import {
  isBlockedPhoto,
  isPhotoAddress,
  PHOTO_BLOCKED,
  PHOTO_NOT_HTTPS,
} from '../../products/photo-contract';
import type { ImportField } from '../columns-contract';
import { readDescription, readName } from './description';
import { readExpiration } from './expiration';
import { fault, type Read, value } from './read';
import { upcDigits } from './upc-digits';

/** In cents, as in the form: keeps percent_off_msrp within 64 bits. */
const MAX_PRICE = 45_035_996_273_704;
const MAX_SIZE = 999_999_999;

const shortText = (max: number) => (text: string) =>
  text.length > max ? fault(`Maximum ${max.toLocaleString('en-US')} characters`) : value(text);

/** Longer texts are no number, date or choice: patterns never see them. */
const MAX_CHARACTERS = 100;

const short =
  (read: (text: string) => Read, otherwise: string) =>
  (text: string): Read =>
    text.length > MAX_CHARACTERS ? fault(otherwise) : read(text);

const NO_UPC = 'Enter a UPC of 8 to 14 digits';

const upc = short((text) => {
  if (/^\d{8,14}$/.test(text)) return value(text);
  if (/^\d+(\.\d+)?e\+?\d+$/i.test(text))
    return fault(
      `A spreadsheet changed this UPC to ${text} and lost digits. Format the column as text and enter the UPC again`,
    );
  return fault(NO_UPC);
}, NO_UPC);

const INVALID_PRICE = 'Enter a price like 9.99 or $9.99';

const price = short((text) => {
  const cents = parseDollars(text);
  if (cents === null) return fault(text.startsWith('-') ? NO_PRICE : INVALID_PRICE);
  if (cents === 0) return fault(NO_PRICE);
  return cents > MAX_PRICE ? fault('Enter a smaller price') : value(cents);
}, INVALID_PRICE);

const NO_WHOLE_NUMBER = 'Enter a whole number';

const wholeFrom = (min: bigint, tooFew: string) =>
  short((text) => {
    if (/^-\d+$/.test(text)) return fault(tooFew);
    // Not three zeros: "1.000" is a thousand in many countries.
    const units = parseUnits(text.replace(/(\d)\.0{1,2}$/, '$1'));
    if (units === null) return fault(NO_WHOLE_NUMBER);
    if (units < min) return fault(tooFew);
    return units > MAX_UNITS ? fault(TOO_MANY_UNITS) : value(units);
  }, NO_WHOLE_NUMBER);

const SEVERAL_PHOTOS = /^https:\/\/.*(?:\s|[,;|]https?:\/\/)/i;

function photo(text: string): Read {
  if (SEVERAL_PHOTOS.test(text.slice(0, 2_000)))
    return fault('Enter one photo URL per column, without spaces');
  if (text.length > 2_000) return fault('Maximum 2,000 characters');
  if (!isPhotoAddress(text)) return fault(PHOTO_NOT_HTTPS);
  return isBlockedPhoto(text) ? fault(PHOTO_BLOCKED) : value(text);
}

const decimal = (max: number, tooExact: string) =>
  short((text) => {
    if (!/^\d{1,9}(\.\d+)?$|^\.\d+$/.test(text)) return fault(NOT_POSITIVE);
    if ((text.split('.')[1] ?? '').replace(/0+$/, '').length > max) return fault(tooExact);
    const number = Number(text);
    if (number <= 0) return fault(NOT_POSITIVE);
    return number > MAX_SIZE ? fault('Enter a smaller number') : value(number);
  }, NOT_POSITIVE);

const size = decimal(SIZE_DECIMALS, TOO_EXACT_SIZE);
const weight = decimal(WEIGHT_DECIMALS, TOO_EXACT_WEIGHT);

const oneOf = (read: (text: string) => string | null, otherwise: string) =>
  short((text) => {
    const wireValue = read(text);
    return wireValue === null ? fault(otherwise) : value(wireValue);
  }, otherwise);

const oneOfValues = (values: readonly string[]) => (text: string) =>
  values.find((candidate) => candidate === text.toLowerCase()) ?? null;

const packCount = wholeFrom(1n, NOT_POSITIVE);

const readers: Record<ImportField, (text: string) => Read> = {
  upc,
  name: readName,
  photo_1: photo,
  photo_2: photo,
  photo_3: photo,
  photo_4: photo,
  photo_5: photo,
  msrp_cents: price,
  wholesale_cents: price,
  seller_price_cents: price,
  units: wholeFrom(1n, NO_UNITS),
  min_order_units: wholeFrom(0n, BELOW_ZERO),
  sku: shortText(100),
  asin: shortText(100),
  style_number: shortText(100),
  description: readDescription,
  category: oneOf(readCategory, 'Enter Apparel, Beauty, Consumables, Footwear, Home, Pet or Toy'),
  gender: oneOf(oneOfValues(['unisex', 'f', 'm']), 'Enter F, M or Unisex'),
  seller_size: shortText(100),
  expiration_date: readExpiration,
  packaging_type: oneOf(readPackagingType, 'Enter Retail ready, Ecommerce ready or Other'),
  length: size,
  width: size,
  height: size,
  weight,
  weight_unit: oneOf(oneOfValues(['lbs', 'oz']), 'Enter lbs, oz, kg or g'),
  inner_quantity: packCount,
  inner_count: packCount,
  outer_quantity: packCount,
  condition: oneOf(
    readCondition,
    'Enter New, Open box, Shelf pulls, Customer returns, Refurbished, Damaged or salvage, or Mixed',
  ),
  sell_by: oneOf(readSellBy, 'Enter Unit, Inner case or Outer case'),
};

/** `="0123"` keeps leading zeros in spreadsheets. */
const TEXT_FORMULA = /^="([^"]*)"$/;

export function plainCell(cell: string): string {
  const text = stripInvisible(cell);
  return TEXT_FORMULA.exec(text)?.[1]?.trim() ?? unescapeFormula(text);
}

const HIDDEN = /\p{Cf}/gu;

/** What spreadsheets write where a formula failed. */
const FORMULA_ERROR = /^#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|ERROR!|GETTING_DATA)$/i;

/** Outside of prose, where they join letters, hidden characters would make a right value look wrong. */
export function cellOf(field: ImportField, cell: string): string {
  const text = plainCell(cell);
  if (text.length < 20 && FORMULA_ERROR.test(text)) return '';
  if (field === 'name' || field === 'description') return text;
  const visible = text.replace(HIDDEN, '').trim();
  return field === 'upc' ? upcDigits(visible) : visible;
}

export const readCell = (field: ImportField, text: string): Read => readers[field](text);
