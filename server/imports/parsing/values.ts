import { readSellBy } from '../../contract/case-packs';
import { readCategory, readPackagingType } from '../../contract/categories';
import { unescapeFormula } from '../../contract/csv';
import { MAX_UNITS, parseDollars, parseUnits } from '../../contract/money';
import { readCondition } from '../../contract/product-conditions';
import { stripInvisible } from '../../contract/strip-invisible';
import { isBlockedPhoto, isPhotoAddress, SIZE_DECIMALS, WEIGHT_DECIMALS } from '../../products/rules';
import { type Problem, problem } from '../problem-texts';
import type { ImportField } from '../rules';
import { readDescription, readName } from './description';
import { readExpiration } from './expiration';
import { type Read, value, wrong } from './read';
import { upcDigits } from './upc-digits';

/** In cents, as in the form: keeps percent_off_msrp within 64 bits. */
const MAX_PRICE = 45_035_996_273_704;
const MAX_SIZE = 999_999_999;

const shortText = (max: number) => (text: string) =>
  text.length > max ? wrong('too_long', { max }) : value(text);

/** Longer texts are no number, date or choice: patterns never see them. */
const MAX_CHARACTERS = 100;

const short =
  (read: (text: string) => Read, otherwise: Problem) =>
  (text: string): Read =>
    text.length > MAX_CHARACTERS ? { problem: otherwise } : read(text);

const upc = short((text) => {
  if (/^\d{8,14}$/.test(text)) return value(text);
  return /^\d+(\.\d+)?e\+?\d+$/i.test(text) ? wrong('upc_lost_digits', { upc: text }) : wrong('not_upc');
}, problem('not_upc'));

const price = short((text) => {
  const cents = parseDollars(text);
  if (cents === null) return wrong(text.startsWith('-') ? 'no_price' : 'not_price');
  if (cents === 0) return wrong('no_price');
  return cents > MAX_PRICE ? wrong('price_too_large') : value(cents);
}, problem('not_price'));

const wholeFrom = (min: bigint, tooFew: 'no_units' | 'below_zero' | 'not_positive') =>
  short((text) => {
    if (/^-\d+$/.test(text)) return wrong(tooFew);
    // Not three zeros: "1.000" is a thousand in many countries.
    const units = parseUnits(text.replace(/(\d)\.0{1,2}$/, '$1'));
    if (units === null) return wrong('not_whole');
    if (units < min) return wrong(tooFew);
    return units > MAX_UNITS ? wrong('too_many_units') : value(units);
  }, problem('not_whole'));

const SEVERAL_PHOTOS = /^https:\/\/.*(?:\s|[,;|]https?:\/\/)/i;
const MAX_PHOTO_CHARACTERS = 2_000;

function photo(text: string): Read {
  if (SEVERAL_PHOTOS.test(text.slice(0, MAX_PHOTO_CHARACTERS))) return wrong('several_photos');
  if (text.length > MAX_PHOTO_CHARACTERS) return wrong('too_long', { max: MAX_PHOTO_CHARACTERS });
  if (!isPhotoAddress(text)) return wrong('photo_not_https');
  return isBlockedPhoto(text) ? wrong('photo_blocked') : value(text);
}

const decimal = (max: number, tooExact: 'too_exact_size' | 'too_exact_weight') =>
  short((text) => {
    if (!/^\d{1,9}(\.\d+)?$|^\.\d+$/.test(text)) return wrong('not_positive');
    if ((text.split('.')[1] ?? '').replace(/0+$/, '').length > max) return wrong(tooExact);
    const number = Number(text);
    if (number <= 0) return wrong('not_positive');
    return number > MAX_SIZE ? wrong('number_too_large') : value(number);
  }, problem('not_positive'));

const size = decimal(SIZE_DECIMALS, 'too_exact_size');
const weight = decimal(WEIGHT_DECIMALS, 'too_exact_weight');

type Choice =
  | 'not_category'
  | 'not_gender'
  | 'not_packaging_type'
  | 'not_weight_unit'
  | 'not_condition'
  | 'not_sell_by';

const oneOf = (read: (text: string) => string | null, otherwise: Choice) =>
  short((text) => {
    const wireValue = read(text);
    return wireValue === null ? wrong(otherwise) : value(wireValue);
  }, problem(otherwise));

const oneOfValues = (values: readonly string[]) => (text: string) =>
  values.find((candidate) => candidate === text.toLowerCase()) ?? null;

const packCount = wholeFrom(1n, 'not_positive');

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
  units: wholeFrom(1n, 'no_units'),
  min_order_units: wholeFrom(0n, 'below_zero'),
  sku: shortText(100),
  asin: shortText(100),
  style_number: shortText(100),
  description: readDescription,
  category: oneOf(readCategory, 'not_category'),
  gender: oneOf(oneOfValues(['unisex', 'f', 'm']), 'not_gender'),
  seller_size: shortText(100),
  expiration_date: readExpiration,
  packaging_type: oneOf(readPackagingType, 'not_packaging_type'),
  length: size,
  width: size,
  height: size,
  weight,
  weight_unit: oneOf(oneOfValues(['lbs', 'oz']), 'not_weight_unit'),
  inner_quantity: packCount,
  inner_count: packCount,
  outer_quantity: packCount,
  condition: oneOf(readCondition, 'not_condition'),
  sell_by: oneOf(readSellBy, 'not_sell_by'),
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
