import { MAX_CSV_BYTES } from '../../server/contract/limits';
import { CSV_TOO_LARGE, SAVE_AS_CSV } from '../../server/imports/rules';

const NOT_A_CSV = 'Incorrect file type. Please choose a .csv file.';

const CSV_TYPES = new Set(['text/csv', '', 'application/vnd.ms-excel', 'application/csv']);

/** Validates a file before its upload. Some systems report no CSV type or a spreadsheet's: then the name decides. */
export function fileFault({ name, type, size }: { name: string; type: string; size: number }): string | null {
  if (type !== 'text/csv' && !(CSV_TYPES.has(type) && /\.csv$/i.test(name))) return NOT_A_CSV;
  return size < MAX_CSV_BYTES ? null : CSV_TOO_LARGE;
}

/** How to make a CSV of a workbook; '' for other files. */
export const workbookHint = (name: string): string =>
  /\.(xls[xmb]?|ods|numbers)$/i.test(name) ? SAVE_AS_CSV : '';
