import { readSellBy, type SellBy } from '../contract/case-packs';
import { type Category, type PackagingType, readCategory, readPackagingType } from '../contract/categories';
import { mixed, number, object, price, REQUIRED, requiredText, text, units } from '../contract/fields';
import { type ProductCondition, readCondition } from '../contract/product-conditions';
import { isBlank } from '../contract/strip-invisible';
import {
  ABOVE_MSRP,
  ABOVE_UNITS,
  BELOW_ZERO,
  caseSizeIsMissing,
  isBlockedPhoto,
  isPhoto,
  MONTH,
  minimumIsAboveUnits,
  NO_CASE_SIZE,
  NO_MONTH,
  NO_PHOTO,
  NO_PRICE,
  NO_UNITS,
  NOT_POSITIVE,
  PHOTO_BLOCKED,
  PHOTO_NOT_HTTPS,
  type ProductStep,
  packFault,
  priceIsAboveMsrp,
  SIZE_DECIMALS,
  TOO_EXACT_SIZE,
  TOO_EXACT_WEIGHT,
  WEIGHT_DECIMALS,
} from './rules';

/** Keeps percent_off_msrp within 64 bits. */
const MAX_PRICE = 45_035_996_273_704;
const MAX_SIZE = 999_999_999;

const name = () => text(255);
const code = () => text(100);
const upc = () =>
  text(200).matches(/^\d{8,14}$/, { message: 'Enter a UPC of 8 to 14 digits', excludeEmptyString: true });

const photo = () =>
  text(2_000)
    .test('https', PHOTO_NOT_HTTPS, (value) => !value || isPhoto(value))
    .test('host', PHOTO_BLOCKED, (value) => !value || !isBlockedPhoto(value));

const positivePrice = () => price().min(1, NO_PRICE).max(MAX_PRICE, 'Enter a smaller price');
const stock = () => units(1n, NO_UNITS);
const minimum = () => units(0n, BELOW_ZERO);
const pieces = () => units(1n, NOT_POSITIVE);

const outerQuantity = () =>
  pieces().test('packed', (value, { parent, createError }) => {
    const { inner_quantity, inner_count } = parent as Packs;
    const message = packFault({ inner_quantity, inner_count, outer_quantity: value });
    return message === null || createError({ message });
  });

interface Packs {
  inner_quantity?: bigint;
  inner_count?: bigint;
}

// Exact test for three decimals: the double nearest to a whole number of thousandths.
const hasDecimals = (value: number, most: number) => Math.round(value * 10 ** most) / 10 ** most === value;

const decimal = (decimals: number, message: string) =>
  number()
    .transform((value: unknown, original: unknown) => (isBlank(original) ? undefined : value))
    .typeError(NOT_POSITIVE)
    .moreThan(0, NOT_POSITIVE)
    .max(MAX_SIZE, 'Enter a smaller number')
    .test('decimals', message, (value) => value == null || hasDecimals(value, decimals));

const size = () => decimal(SIZE_DECIMALS, TOO_EXACT_SIZE);
const weight = () => decimal(WEIGHT_DECIMALS, TOO_EXACT_WEIGHT);

const oneOf = <Value extends string>(read: (text: string) => Value | null, otherwise: string) =>
  mixed<Value>()
    .transform((value: unknown) =>
      isBlank(value) ? undefined : typeof value === 'string' ? (read(value) ?? value) : value,
    )
    .test(
      'known',
      otherwise,
      (value) => value === undefined || value === null || (typeof value === 'string' && read(value) !== null),
    );

const readOne =
  <Value extends string>(values: readonly Value[]) =>
  (given: string): Value | null =>
    values.find((value) => value === given.trim().toLowerCase()) ?? null;

const category = () => oneOf<Category>(readCategory, 'Choose a category');
const gender = () => oneOf(readOne(['unisex', 'f', 'm'] as const), 'Choose a gender');
const weightUnit = () => oneOf(readOne(['lbs', 'oz'] as const), 'Choose lbs or oz');
const packaging = () => oneOf<PackagingType>(readPackagingType, 'Choose a packaging type');
const sellBy = () => oneOf<SellBy>(readSellBy, 'Choose how you sell it');
const condition = () => oneOf<ProductCondition>(readCondition, 'Choose a condition');

/** In the form of its step: a call checks it with the stored fields. */
const sellByWithSize = () =>
  sellBy().test('sized', NO_CASE_SIZE, (value, { parent }) => {
    const { inner_quantity, outer_quantity } = parent as Packs & { outer_quantity?: bigint };
    return !caseSizeIsMissing({ sell_by: value, inner_quantity, outer_quantity });
  });

const expiration = () => text(10).matches(MONTH, { message: NO_MONTH, excludeEmptyString: true });

const askingPrice = () =>
  positivePrice().test(
    'within-msrp',
    ABOVE_MSRP,
    (value, { parent }) =>
      !priceIsAboveMsrp(value, Number((parent as { msrp_cents?: unknown }).msrp_cents) || null),
  );

const withinUnits = () =>
  minimum().test(
    'within-units',
    ABOVE_UNITS,
    (value, { parent }) => !minimumIsAboveUnits(value, (parent as { units?: bigint }).units),
  );

/** The form of each step. Publishing requires the first three (docs/rules.md#products). */
export const productSteps = {
  identifiers: object({
    name: requiredText(255),
    upc: upc().required(REQUIRED),
    sku: code(),
    asin: code(),
    style_number: code(),
  }),
  description: object({
    category: category().required(REQUIRED),
    photo_1: photo().required(NO_PHOTO),
    photo_2: photo(),
    photo_3: photo(),
    photo_4: photo(),
    photo_5: photo(),
    description: text(20_000),
  }),
  pricing: object({
    msrp_cents: positivePrice().required(NO_PRICE),
    wholesale_cents: positivePrice().required(NO_PRICE),
    seller_price_cents: askingPrice().required(NO_PRICE),
  }),
  quantity: object({ units: stock().required(NO_UNITS), min_order_units: withinUnits() }),
  details: object({
    condition: condition(),
    gender: gender(),
    seller_size: text(100),
    expiration_date: expiration(),
  }),
  dimensions: object({
    length: size(),
    width: size(),
    height: size(),
    weight: weight(),
    weight_unit: weightUnit(),
  }),
  packaging: object({
    packaging_type: packaging(),
    inner_count: pieces(),
    inner_quantity: pieces(),
    outer_quantity: outerQuantity(),
    sell_by: sellByWithSize(),
  }),
} as const satisfies Record<ProductStep, object>;

const photos = { photo_1: photo, photo_2: photo, photo_3: photo, photo_4: photo, photo_5: photo };

export const productPieces = {
  name,
  upc,
  sku: code,
  asin: code,
  style_number: code,
  category,
  description: () => text(20_000),
  ...photos,
  msrp_cents: positivePrice,
  wholesale_cents: positivePrice,
  seller_price_cents: askingPrice,
  units: stock,
  old_units: minimum,
  min_order_units: withinUnits,
  gender,
  seller_size: () => text(100),
  expiration_date: expiration,
  length: size,
  width: size,
  height: size,
  weight,
  weight_unit: weightUnit,
  packaging_type: packaging,
  inner_count: pieces,
  inner_quantity: pieces,
  outer_quantity: outerQuantity,
  sell_by: sellBy,
  condition,
} as const;
