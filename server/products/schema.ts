import { DAY_MS } from '../contract/durations';
import { id, number, object, string, text, time } from '../contract/fields';
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

const MAX_AGE_MS = 30 * DAY_MS;
/** For clocks that run ahead. */
const LEEWAY_MS = 60_000;

/** When units were counted. */
export const countedAt = () =>
  time('Enter a time within the last 30 days', (at) => {
    const age = Date.now() - at;
    return age >= -LEEWAY_MS && age <= MAX_AGE_MS;
  });

/** A sync's start. */
export const changedSince = () =>
  time('Enter a past time like 2026-11-24T15:00:00Z', (at) => at <= Date.now() + LEEWAY_MS);
