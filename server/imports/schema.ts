import { mixed, number, object, text } from '../contract/fields';
import { countedAt } from '../products/schema';
import type { CommitBody } from './contract';
import { isImportField, MAX_CSV_COLUMNS } from './rules';

export const NO_COLUMNS = 'Choose columns of this file';

const isField = (name: unknown) => typeof name === 'string' && name !== 'upc' && isImportField(name);

export const updateColumns = () =>
  mixed<NonNullable<CommitBody['update']>>()
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

const updateFields = { update: updateColumns(), units_counted_at: countedAt() };

export const importBody = object({ key: text(200).default(''), ...updateFields });

const count = () => number().integer().min(0);

export const commitBody = object({
  ...updateFields,
  sold_out: object({ count: count().required(), confirm: count() }).default(undefined),
});
