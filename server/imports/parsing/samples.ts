import type { CsvFile } from '../parsing/csv';

const MAX_VALUES = 3;
const MAX_ROWS = 50;
const MAX_CHARACTERS = 80;

export class Samples {
  readonly values: string[][];
  readonly file: CsvFile;

  constructor(file: CsvFile) {
    this.values = file.headings.map(() => []);
    this.file = { ...file, rows: () => this.#rows(file) };
  }

  async *#rows(file: CsvFile) {
    let rows = 0;
    for await (const row of file.rows()) {
      if (rows++ < MAX_ROWS) this.#take(row.cells);
      yield row;
    }
  }

  #take(cells: readonly string[]) {
    cells.forEach((cell, at) => {
      const values = this.values[at];
      if (values && values.length < MAX_VALUES && cell.trim() !== '')
        values.push(cell.trim().slice(0, MAX_CHARACTERS));
    });
  }
}
