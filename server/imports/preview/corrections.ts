import { InputError } from '../../contract/input-error';
import { MAX_CSV_BYTES } from '../../contract/limits';
import type { Fixes } from './contract';

export const TOO_MANY_FIXES = 'There are too many corrections. Fix the file and upload it again.';

const JSON_OVERHEAD = 10;

/** Corrected cells; later ones win. Throws InputError above the size of the largest file. */
export class Corrections {
  readonly fixes: Fixes = {};
  #size = 0;

  add(line: number | string, field: string, to: string) {
    const cells = this.fixes[line] ?? {};
    const previous = cells[field];
    this.#size +=
      previous === undefined ? field.length + to.length + JSON_OVERHEAD : to.length - previous.length;
    if (this.#size > MAX_CSV_BYTES) throw new InputError(TOO_MANY_FIXES);
    cells[field] = to;
    this.fixes[line] = cells;
  }

  addAll(fixes: Fixes) {
    for (const [line, cells] of Object.entries(fixes))
      for (const [field, to] of Object.entries(cells)) this.add(line, field, to);
    return this;
  }
}
