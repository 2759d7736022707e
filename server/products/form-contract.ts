import { stripInvisible } from '../contract/strip-invisible';

export const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && stripInvisible(value) === '');

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
