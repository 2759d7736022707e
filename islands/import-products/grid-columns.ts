import type { GridRow, Preview, PreviewProblem } from '../../server/imports/preview/contract';
import { headingOf, type ImportField, importColumns } from '../../server/imports/rules';

export interface GridColumn {
  field: ImportField;
  heading: string;
  /** In rem. */
  width: number;
  isNumber: boolean;
}

const NUMBER_REM = 8.5;
const TEXT_REM = 10;
const LONG_REM = 16;

const isNumber = (field: ImportField) =>
  /_cents$|^units$|_units$|quantity$|inner_count|length|width|height|^weight$/.test(field);
const isLong = (field: ImportField) => field === 'name' || field === 'description' || /^photo_/.test(field);

const columnOf = (field: ImportField): GridColumn => ({
  field,
  heading: headingOf(field),
  width: isLong(field) ? LONG_REM : isNumber(field) ? NUMBER_REM : TEXT_REM,
  isNumber: isNumber(field),
});

/** UPC and name, then the columns with something to fix, then all others of the file in the template's order. */
export function gridColumns({ mapping, groups }: Pick<Preview, 'mapping' | 'groups'>): readonly GridColumn[] {
  const toFix = new Set(groups.map(({ field }) => field));
  const rank = (field: ImportField) =>
    field === 'upc' || field === 'name' ? 0 : toFix.has(field) ? 1 : mapping.includes(field) ? 2 : 3;
  return importColumns
    .map(({ field }) => field)
    .filter((field) => rank(field) < 3)
    .sort((a, b) => rank(a) - rank(b))
    .map(columnOf);
}

/** Those of a cell, the worst one first; null stands for the whole row. */
export const problemsIn = ({ problems }: GridRow, field: ImportField | null): PreviewProblem[] =>
  problems.filter((problem) => problem.field === field);

export const ROW_ADVICE = 'Fix the file and upload it again.';
