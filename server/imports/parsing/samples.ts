import type { OpenCsv } from './csv';
import type { CsvRow } from './records';

const MAX_VALUES = 3;
const MAX_ROWS = 50;
const MAX_CHARACTERS = 80;
const MAX_EARLY_CELLS = 30;

/** The first values of each column. */
export async function columnSamples(file: OpenCsv): Promise<string[][]> {
  const samples = file.headings.map((): string[] => []);
  let rows = 0;
  for await (const { cells } of file.rows()) {
    cells.forEach((cell, at) => {
      const values = samples[at];
      if (values && values.length < MAX_VALUES && cell.trim() !== '') values.push(shortened(cell));
    });
    if (++rows >= MAX_ROWS) break;
  }
  return samples;
}

/** The rows among which the seller may choose the header. */
export const shownRows = (early: readonly CsvRow[]): CsvRow[] =>
  early.map(({ line, cells }) => ({ line, cells: cells.slice(0, MAX_EARLY_CELLS).map(shortened) }));

const shortened = (cell: string) => cell.trim().slice(0, MAX_CHARACTERS);
