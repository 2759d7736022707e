import { array, mixed, number, object, string, text, time, trimmed } from '../../contract/fields';
import { countedAt } from '../../products/schema';
import { isImportField, MAX_CSV_COLUMNS, MAX_CSV_ROWS } from '../rules';
import { updateColumns } from '../schema';
import { type Fixes, MAX_SHARED_CHARACTERS, type RowList, rowLists } from './contract';

const MAX_FIXES = 5_000;

const areCells = (cells: unknown): boolean =>
  typeof cells === 'object' &&
  cells !== null &&
  Object.entries(cells).every(
    ([field, cell]) => isImportField(field) && typeof cell === 'string' && cell.length <= 20_000,
  );

const fixes = mixed<Fixes>((value): value is Fixes => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const lines = Object.entries(value);
  return (
    lines.length <= MAX_FIXES && lines.every(([line, cells]) => /^\d{1,7}$/.test(line) && areCells(cells))
  );
}).meta({ openapi: { type: 'object', description: 'By line and field: {"3": {"units": "12"}}' } });

export const previewChanges = object({
  mapping: array(
    string()
      .nullable()
      .defined()
      .test('field', 'Unknown field', (name) => name === null || isImportField(name)),
  ).max(MAX_CSV_COLUMNS),
  header_line: number().integer().min(1).max(MAX_CSV_ROWS),
  fixes,
  fix_all: array(
    object({
      field: string()
        .required()
        .test('field', 'Unknown field', (name) => name !== 'upc' && isImportField(name)),
      message: string().required().max(500),
      value: string().defined().max(MAX_SHARED_CHARACTERS),
      to: string().defined().max(20_000),
    }),
  ).max(50),
  update: updateColumns(),
  units_counted_at: countedAt().nullable(),
});

export const previewRowsQuery = object({
  list: string<RowList>()
    .oneOf([...rowLists], 'Unknown list')
    .default('all'),
  page: number().integer().min(1).max(MAX_CSV_ROWS).default(1),
});

export const previewBody = object({
  key: text(200).required('Required'),
  file_name: string().transform(trimmed).max(255).default(''),
  saved_at: time('Enter a time like 2026-11-24T15:00:00Z', () => true),
});
