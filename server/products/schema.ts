import { DAY_MS } from '../contract/durations';
import { id, number, object, string, text } from '../contract/fields';
import { ownStatuses } from './contract';
import { ownSorts } from './manage/rules';

const whole = (least: number, most: number, otherwise: number) =>
  number()
    .transform((value: unknown, original: unknown) => (original === '' ? undefined : value))
    .integer()
    .min(least)
    .max(most)
    .default(otherwise);

export const forSellerQuery = object({
  search: object({ name: text(500).default('') }).default({ name: '' }),
  status: string().oneOf(ownStatuses, 'Unknown status'),
  sort: string().oneOf(Object.keys(ownSorts), 'Unknown sort').default('newest'),
  page: whole(1, 1_000_000, 1),
  per: whole(1, 1_000, 1_000),
});

export const similarProductsQuery = object({ product_id: id().required() });

export const checkUpcQuery = object({ upc: text(200).default(''), id: id(), seller_id: id() });

const NO_TIME = 'Enter a time within the last 30 days';
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
const MAX_AGE_MS = 30 * DAY_MS;
/** For clocks that run ahead. */
const LEEWAY_MS = 60_000;

function isRecent(value: string): boolean {
  const age = ISO_TIME.test(value) ? Date.now() - Date.parse(value) : Number.NaN;
  return age >= -LEEWAY_MS && age <= MAX_AGE_MS;
}

/** When units were counted. */
export const countedAt = () =>
  string()
    .max(40, NO_TIME)
    .test('recent', NO_TIME, (value) => value === undefined || value === null || isRecent(value))
    .meta({ openapi: { format: 'date-time' } });
