import type { ImportedCsvRow } from '../../../db/tables';
import { escapeFormula, textCell } from '../../contract/csv';
import { formatUnits } from '../../contract/money';
import { csvText } from '../../http/csv';
import type { Services } from '../../services';
import { withStoredCsv } from '../import-file';
import { type Mapping, readHeadings } from '../parsing/header-mapping';
import { ProblemLimit } from '../problem-limit';
import { textOf } from '../problem-texts';
import type { ClassifiedRow } from '../row-outcome';
import { headingOf, type ImportField, moreColumns, REASON, templateColumns } from '../rules';
import type { Updates } from '../updates';
import { classifyFile } from './classify-file';

/** CSV of the rows with problems, also of those that only lose a value, to correct and upload again. */
export class ProblemCsv {
  readonly #limit = new ProblemLimit();
  readonly #rows: (readonly string[])[];
  readonly #fields: readonly ImportField[];
  #omitted = 0;

  constructor(mapping: Mapping) {
    const columns = [...templateColumns, ...moreColumns.filter(({ field }) => mapping.includes(field))];
    this.#fields = columns.map(({ field }) => field);
    this.#rows = [[...columns.map(({ heading }) => heading), REASON]];
  }

  add({ row, problems: all }: ClassifiedRow) {
    const problems = all.filter(({ kind }) => kind !== 'question');
    if (problems.length === 0) return;
    const fits = problems.map((problem) => this.#limit.add(problem));
    if (!fits.includes(true)) return void this.#omitted++;
    const reasons = problems.map(({ field, problem }) => `${headingOf(field)}: ${textOf(problem)}`);
    this.#rows.push([
      ...this.#fields.map((field) => cellOf(field, row.cells[field] ?? '')),
      escapeFormula(`Line ${row.line}. ${reasons.join('. ')}`),
      ...(row.extra ? [CELL_COUNT, ...row.extra.map(escapeFormula)] : []),
    ]);
  }

  text(): Promise<string> {
    const omitted = this.#omitted > 0 ? [[...this.#fields.map(() => ''), omittedNote(this.#omitted)]] : [];
    return csvText([...this.#rows, ...omitted]);
  }
}

/** Corrected in a spreadsheet, a code keeps its leading zeros. */
const cellOf = (field: ImportField, text: string) =>
  field === 'upc' || field === 'sku' ? textCell(text) : escapeFormula(text);

const CELL_COUNT = 'Remove this cell and any after it once the row is correct';

const omittedNote = (count: number) =>
  `${formatUnits(count)} more ${count === 1 ? 'row has' : 'rows have'} the same problems. Fix them in your original file.`;

/** Rows that would still have problems. Throws UnreadableFile. */
export async function problemCsvOfImport(
  services: Pick<Services, 'config' | 'db' | 'store'>,
  record: ImportedCsvRow,
): Promise<string> {
  return withStoredCsv(services, record, async (file) => {
    const mapping = (record.columns as Mapping | null) ?? readHeadings(file.headings).mapping;
    const csv = new ProblemCsv(mapping);
    const update = { updates: record.updates as Updates };
    const options = { sellerId: record.seller_id, mapping, fixes: record.fixes, update };
    for await (const row of classifyFile(services, file, options)) csv.add(row);
    return csv.text();
  });
}
