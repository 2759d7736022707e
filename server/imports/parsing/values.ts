import { readSellBy } from '../../contract/case-packs';
import { readCategory, readPackagingType } from '../../contract/categories';
import { unescapeFormula } from '../../contract/csv';
import { TOO_MANY_UNITS } from '../../contract/fields';
import { MAX_UNITS, parseDollars, parseUnits } from '../../contract/money';
import { readCondition } from '../../contract/product-conditions';
import { stripInvisible } from '../../contract/strip-invisible';
import {
  BELOW_ZERO,
  MONTH,
  NO_MONTH,
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
import { upcDigits } from './upc-digits';

/** By hand, because yup takes 100 times as long. A test compares these readers with the form's schemas. */
type Read = { readonly value: unknown } | { readonly fault: string };

const value = (read: unknown): Read => ({ value: read });
const fault = (message: string): Read => ({ fault: message });

/** In cents, as in the form: keeps percent_off_msrp within 64 bits. */
const MAX_PRICE = 45_035_996_273_704;
const MAX_SIZE = 999_999_999;

const shortText = (max: number) => (text: string) =>
  text.length > max ? fault(`Maximum ${max.toLocaleString('en-US')} characters`) : value(text);

function upc(text: string): Read {
  if (/^\d{8,14}$/.test(text)) return value(text);
  if (/^\d+(\.\d+)?e\+?\d+$/i.test(text))
    return fault(
      `A spreadsheet changed this UPC to ${text} and lost digits. Format the column as text and enter the UPC again`,
    );
  return fault('Enter a UPC of 8 to 14 digits');
}

function price(text: string): Read {
  const cents = parseDollars(text);
  if (cents === null) return fault(/^\s*-/.test(text) ? NO_PRICE : 'Enter a price like 9.99 or $9.99');
  if (cents === 0) return fault(NO_PRICE);
  return cents > MAX_PRICE ? fault('Enter a smaller price') : value(cents);
}

const wholeFrom = (min: bigint, tooFew: string) => (text: string) => {
  if (/^-\d+$/.test(text)) return fault(tooFew);
  // Not three zeros: "1.000" is a thousand in many countries.
  const units = parseUnits(text.replace(/(\d)\.0{1,2}$/, '$1'));
  if (units === null) return fault('Enter a whole number');
  if (units < min) return fault(tooFew);
  return units > MAX_UNITS ? fault(TOO_MANY_UNITS) : value(units);
};

const SEVERAL_PHOTOS = /^https:\/\/.*(?:\s|[,;|]https?:\/\/)/i;

function photo(text: string): Read {
  if (SEVERAL_PHOTOS.test(text)) return fault('Enter one photo URL per column, without spaces');
  if (text.length > 2_000) return fault('Maximum 2,000 characters');
  if (!isPhotoAddress(text)) return fault(PHOTO_NOT_HTTPS);
  return isBlockedPhoto(text) ? fault(PHOTO_BLOCKED) : value(text);
}

const decimal = (max: number, tooExact: string) => (text: string) => {
  if (!/^\d{1,9}(\.\d+)?$|^\.\d+$/.test(text)) return fault(NOT_POSITIVE);
  if ((text.split('.')[1] ?? '').replace(/0+$/, '').length > max) return fault(tooExact);
  const number = Number(text);
  if (number <= 0) return fault(NOT_POSITIVE);
  return number > MAX_SIZE ? fault('Enter a smaller number') : value(number);
};

const size = decimal(SIZE_DECIMALS, TOO_EXACT_SIZE);
const weight = decimal(WEIGHT_DECIMALS, TOO_EXACT_WEIGHT);

const oneOf = (read: (text: string) => string | null, otherwise: string) => (text: string) => {
  const wireValue = read(text);
  return wireValue === null ? fault(otherwise) : value(wireValue);
};

const oneOfValues = (values: readonly string[]) => (text: string) =>
  values.find((candidate) => candidate === text.toLowerCase()) ?? null;

const MONTH_NAMES = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** Spreadsheets turn "11/2027" into "Nov-27", and some exports into "2027-11-01". Returns MM/YYYY. */
function spelledMonth(text: string): string | null {
  const [, name = '', short, long] = /^([a-z]{3,9})(?:-(\d\d)|[ -](\d{4}))$/i.exec(text) ?? [];
  const month = MONTH_NAMES.findIndex((whole) => name && whole.startsWith(name.toLowerCase())) + 1;
  if (month > 0) return `${String(month).padStart(2, '0')}/${long ?? `20${short}`}`;
  const [, year, number] =
    /^(\d{4})-(\d\d)(?:-(?:0[1-9]|[12]\d|3[01])(?: 00:00(?::00)?)?)?$/.exec(text) ?? [];
  return year ? `${number}/${year}` : null;
}

function expiration(text: string): Read {
  const month = spelledMonth(text) ?? text.replace(/^\d\//, '0$&');
  return MONTH.test(month) ? value(month) : fault(NO_MONTH);
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const MARKUP = /<\/?(p|div|br|strong|b|em|i|u|s|del|ul|ol|li|h[1-4]|blockquote|pre|a)(\s[^<>]*)?\/?>/i;

/** Escapes plain text and keeps its line breaks; HTML is unchanged. */
function description(text: string): Read {
  const html = MARKUP.test(text) ? text : escaped(text).replace(/\r\n|\r|\n/g, '<br />');
  return html.length > 20_000 ? fault('Maximum 20,000 characters') : value(html);
}

const packCount = wholeFrom(1n, NOT_POSITIVE);

const readers: Record<ImportField, (text: string) => Read> = {
  upc,
  name: shortText(255),
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
  description,
  category: oneOf(readCategory, 'Enter Apparel, Beauty, Consumables, Footwear, Home, Pet or Toy'),
  gender: oneOf(oneOfValues(['unisex', 'f', 'm']), 'Enter F, M or Unisex'),
  seller_size: shortText(100),
  expiration_date: expiration,
  packaging_type: oneOf(readPackagingType, 'Enter Retail ready, Ecommerce ready or Other'),
  length: size,
  width: size,
  height: size,
  weight,
  weight_unit: oneOf(oneOfValues(['lbs', 'oz']), 'Enter lbs or oz'),
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

/** Outside of prose, where they join letters, hidden characters would make a right value look wrong. */
export function cellOf(field: ImportField, cell: string): string {
  const text = plainCell(cell);
  if (field === 'name' || field === 'description') return text;
  const visible = text.replace(HIDDEN, '');
  return field === 'upc' ? upcDigits(visible) : visible;
}

export const readCell = (field: ImportField, text: string): Read => readers[field](text);
