import { mixed, number, object, string, text } from '../contract/fields';
import { type ImportField, isImportField, MAX_CSV_COLUMNS } from './rules';

export type Update = ImportField[] | 'all';

export const NO_COLUMNS = 'Choose columns of this file';
const NO_TIME = 'Enter a time within the last 30 days';

const isField = (name: unknown) => typeof name === 'string' && name !== 'upc' && isImportField(name);

const update = mixed<Update>()
  .test(
    'columns',
    NO_COLUMNS,
    (value: unknown) =>
      value === undefined ||
      value === 'all' ||
      (Array.isArray(value) && value.length <= MAX_CSV_COLUMNS && value.every(isField)),
  )
  .meta({
    openapi: {
      anyOf: [
        { type: 'string', enum: ['all'] },
        { type: 'array', items: { type: 'string' } },
      ],
    },
  });

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
const MAX_AGE_MS = 30 * 86_400_000;
const LEEWAY_MS = 60_000;

function isRecent(value: string): boolean {
  const age = ISO_TIME.test(value) ? Date.now() - Date.parse(value) : Number.NaN;
  return age >= -LEEWAY_MS && age <= MAX_AGE_MS;
}

const countedAt = () =>
  string()
    .max(40, NO_TIME)
    .test('recent', NO_TIME, (value) => value === undefined || isRecent(value))
    .meta({ openapi: { format: 'date-time' } });

const updateFields = { update, units_counted_at: countedAt() };

export const importBody = object({ key: text(200).default(''), ...updateFields });

const count = () => number().integer().min(0);

export const commitBody = object({
  ...updateFields,
  sold_out: object({ count: count().required(), confirm: count() }).default(undefined),
});
