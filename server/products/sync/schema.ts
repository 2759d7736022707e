import { boolean, number, object, text } from '../../contract/fields';

const NO_TIME = 'Enter a past time like 2026-11-24T15:00:00Z';
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
/** For clocks that run ahead. */
const LEEWAY_MS = 60_000;

const isPast = (value: string) => ISO_TIME.test(value) && Date.parse(value) <= Date.now() + LEEWAY_MS;

export const syncQuery = object({
  updated_since: text(40)
    .test('time', NO_TIME, (value) => value === undefined || isPast(value))
    .meta({ openapi: { format: 'date-time' } }),
  cursor: text(300),
  per: number().integer().min(1).max(1_000).default(200),
  include_deleted: boolean().typeError('Enter true or false').default(false),
});
