import { boolean } from 'yup';
import {
  type Category,
  categoryLabels,
  type PackagingType,
  packagingLabels,
  readCategory,
  readPackagingType,
} from '../contract/categories';
import { array, number, object, string, text } from '../contract/fields';
import { MAX_ID } from '../contract/limits';
import { ANY_MIN, ANY_PRICE, conditionFacets, regionFacets, sorts } from './contract';

const isBlank = (value: unknown) => value === null || value === '';

const orNothing = (value: unknown) => (isBlank(value) ? undefined : value);

const step = (least: number, most: number) =>
  number()
    .transform((value: unknown, original: unknown) => (isBlank(original) ? undefined : value))
    .typeError('Unknown step')
    .integer('Unknown step')
    .min(least, 'Unknown step')
    .max(most, 'Unknown step');

const unknownKey = (allowed: readonly string[], value: unknown) =>
  value !== null && typeof value === 'object' && Object.keys(value).some((key) => !allowed.includes(key));

// The original client also sends the other end of each range; it is ignored.
const range = (ends: Record<'min' | 'max', ReturnType<typeof step>>) =>
  object(ends)
    .transform((value: unknown, original: unknown) => (isBlank(original) ? {} : value))
    .typeError('Unknown filter')
    .test(
      'known',
      'Unknown filter',
      (_value, { originalValue }) => !unknownKey(['min', 'max'], originalValue),
    );

const below = () => range({ min: step(0, 6), max: step(1, ANY_PRICE) });

const above = () => range({ min: step(ANY_MIN, 5), max: step(0, 6) });

const filterNames = [
  'msrp',
  'sellerPriceCents',
  'percentOffMsrp',
  'unitsAvailable',
  'packagingType',
  'category',
  'condition',
  'shipFromRegion',
];

const anyOf = (known: object, otherwise: string) =>
  array(string().defined().nonNullable().oneOf(Object.keys(known), otherwise))
    .max(20)
    .typeError(otherwise)
    .transform((value: unknown, original: unknown) => {
      if (isBlank(original)) return undefined;
      return typeof original === 'string' ? [original] : value;
    });

const noFilters = { msrp: {}, sellerPriceCents: {}, percentOffMsrp: {}, unitsAvailable: {} };

const filters = object({
  msrp: below(),
  sellerPriceCents: below(),
  percentOffMsrp: above(),
  unitsAvailable: above(),
  packagingType: string()
    .transform((value: unknown) => {
      const given = orNothing(value);
      if (typeof given !== 'string') return given;
      return given.trim().toLowerCase() === 'all' ? undefined : (readPackagingType(given) ?? given);
    })
    .typeError('Unknown packaging type')
    .oneOf(Object.keys(packagingLabels) as PackagingType[], 'Unknown packaging type'),
  category: string()
    .transform((value: unknown) => {
      const given = orNothing(value);
      return typeof given === 'string' ? (readCategory(given) ?? given) : given;
    })
    .typeError('Unknown category')
    .oneOf(Object.keys(categoryLabels) as Category[], 'Unknown category'),
  condition: anyOf(conditionFacets, 'Unknown condition'),
  shipFromRegion: anyOf(regionFacets, 'Unknown region'),
})
  .transform((value: unknown, original: unknown) => (isBlank(original) ? noFilters : value))
  .typeError('Unknown filter')
  .test('known', 'Unknown filter', (_value, { originalValue }) => !unknownKey(filterNames, originalValue));

const tag = () => text(100);

const search = object({
  seller_id: number()
    .transform((value: unknown, original: unknown) => (isBlank(original) ? undefined : value))
    .typeError('Enter a numeric ID')
    .integer()
    .min(1)
    .max(MAX_ID),
  name: text(500).transform(orNothing),
  description: text(500).transform(orNothing),
  tags: array(tag().defined().nonNullable())
    .max(50)
    .transform((value: unknown, original: unknown) => {
      if (isBlank(original)) return [];
      if (typeof original === 'string') return [original];
      return Array.isArray(value) ? value.filter((item) => !isBlank(item)) : value;
    })
    .default([]),
}).transform((value: unknown, original: unknown) => (isBlank(original) ? { tags: [] } : value));

export const searchBody = object({
  page: number()
    .transform((value: unknown, original: unknown) => (isBlank(original) ? undefined : value))
    .integer()
    .min(1)
    .max(1_000_000_000)
    .default(1),
  /** `next_cursor` of the previous page; replaces `page`. */
  cursor: string().max(200).transform(orNothing),
  sort: string().transform(orNothing).oneOf(sorts, 'Unknown sort').default('newest'),
  filters,
  search,
  facets: boolean().transform(orNothing).typeError('Enter true or false'),
});

/** `since` is the `newest` of a previous response. */
export const arrivalsBody = searchBody.shape({
  since: string().max(200).nullable().default(null),
});
