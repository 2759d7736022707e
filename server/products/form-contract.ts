import { stripInvisible } from '../contract/strip-invisible';

export const UPC_TAKEN = 'UPC is already taken';
export const NO_PHOTO = 'At least one image required';
export const NO_PRICE = 'Price must be greater than $0';
export const NO_UNITS = 'Units must be greater than 0';
export const BELOW_ZERO = 'Must be 0 or greater';
export const NOT_POSITIVE = 'Must be a positive number';

export const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && stripInvisible(value) === '');

export const SIZE_DECIMALS = 3;
export const WEIGHT_DECIMALS = 1;
export const TOO_EXACT_SIZE = 'Enter at most 3 decimals';
export const TOO_EXACT_WEIGHT = 'Enter a weight with at most one decimal, like 1.5';
/** Years 1900 to 2199: 01/0000 is a typing error. */
export const MONTH = /^(0[1-9]|1[0-2])\/(19|20|21)\d{2}$/;
export const NO_MONTH = 'Enter a month and year as MM/YYYY';

export const stepNames = [
  'identifiers',
  'description',
  'pricing',
  'quantity',
  'details',
  'dimensions',
  'packaging',
] as const;
export type ProductStep = (typeof stepNames)[number];
export const requiredSteps: readonly ProductStep[] = ['identifiers', 'description', 'pricing'];

export const photoFields = ['photo_1', 'photo_2', 'photo_3', 'photo_4', 'photo_5'] as const;
export type PhotoField = (typeof photoFields)[number];
