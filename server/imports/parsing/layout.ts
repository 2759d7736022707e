import { DELIMITERS, findRecords, separatorLine } from './dialect';
import { countKnownHeadings } from './header-mapping';
import { type CsvRow, parseRecords } from './records';

/** A header is looked for in that many rows that are not blank: titles may stand above it. */
const MAX_EARLY_ROWS = 20;

export interface Layout {
  delimiter: string;
  /** The first rows that are not blank, of which one is the header. */
  early: readonly CsvRow[];
  /** Missing if the file has no rows. */
  header: CsvRow | undefined;
}

/** The delimiter is the one under which an early row is a header, of which `countHeadings` knows most. */
export async function findLayout(
  text: string,
  chosenLine: number | null,
  countHeadings: (cells: readonly string[]) => number = countKnownHeadings,
): Promise<Layout> {
  const separator = separatorLine(text);
  const candidates: Candidate[] = [];
  for (const delimiter of separator ? [separator.delimiter] : DELIMITERS)
    candidates.push(toCandidate(delimiter, await earlyRows(text, delimiter), countHeadings));
  const { delimiter, early, header } = candidates.reduce((best, one) => (isBetter(one, best) ? one : best));
  const chosen = early.find(({ line }) => line === chosenLine) ?? header;
  return { delimiter, early, header: chosen };
}

async function earlyRows(text: string, delimiter: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of parseRecords(text, findRecords(text, delimiter, MAX_EARLY_ROWS)))
    if (countFilled(row) > 0) rows.push(row);
  return rows;
}

interface Candidate {
  delimiter: string;
  early: readonly CsvRow[];
  header: CsvRow | undefined;
  /** Compared one after another; the first that is greater decides. */
  rank: readonly number[];
}

function toCandidate(
  delimiter: string,
  early: readonly CsvRow[],
  countHeadings: (cells: readonly string[]) => number,
): Candidate {
  const known = early
    .map((row) => ({ row, headings: countHeadings(row.cells) }))
    .find(({ headings }) => headings > 0);
  const { width, rows } = commonWidth(early);
  return {
    delimiter,
    early,
    header: known?.row ?? widestOfText(early, width),
    rank: [known?.headings ?? 0, rows, width],
  };
}

const isBetter = (one: Candidate, best: Candidate): boolean => {
  const at = one.rank.findIndex((value, index) => value !== best.rank[index]);
  return at >= 0 && (one.rank[at] ?? 0) > (best.rank[at] ?? 0);
};

/** The number of cells that most rows have, above one, and how many have it. */
function commonWidth(early: readonly CsvRow[]): { width: number; rows: number } {
  const counts = new Map<number, number>();
  for (const { cells } of early)
    if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce(
    (best, [width, rows]) =>
      rows > best.rows || (rows === best.rows && width > best.width) ? { width, rows } : best,
    { width: 0, rows: 0 },
  );
}

const countFilled = ({ cells }: CsvRow) => cells.filter((cell) => cell.trim() !== '').length;

/** Of the rows that are as wide as most, the first of the fullest whose cells are mostly words; else the first row. */
function widestOfText(early: readonly CsvRow[], width: number): CsvRow | undefined {
  const texts = early.filter((row) => row.cells.length === width && isMostlyText(row));
  return (
    texts.reduce<CsvRow | undefined>(
      (best, row) => (best && countFilled(best) >= countFilled(row) ? best : row),
      undefined,
    ) ?? early[0]
  );
}

const isMostlyText = (row: CsvRow) => 2 * row.cells.filter(isText).length > countFilled(row);

const isText = (cell: string) =>
  /\p{L}/u.test(cell.slice(0, 200)) &&
  !/^\s*[a-z]+:\/\//i.test(cell.slice(0, 200)) &&
  !/^[\s$€£]*\d/.test(cell.slice(0, 200));
