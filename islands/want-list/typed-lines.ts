import { dollars } from '../../server/contract/money';
import { problemsOfCell, type WantCell, wantCells, wantProblems } from '../../server/wants/cells/rules';
import type { WantLine } from '../../server/wants/contract';

export type TypedLine = Record<WantCell, string>;

/** What was typed; what was read where that is not known. `day` writes the day until which the line is watched. */
export const typedLine = (
  { typed, upc, sku, name, quantity, target_cents, ends_on }: WantLine,
  day: (day: string) => string,
): TypedLine => ({
  item: typed?.item ?? upc ?? sku ?? name ?? '',
  quantity: typed?.quantity ?? (quantity === null ? '' : String(quantity)),
  price: typed?.price ?? (target_cents === null ? '' : dollars(target_cents)),
  date: typed?.date ?? day(ends_on),
});

export function problemOfCell({ problems }: WantLine, cell: WantCell): string | null {
  const problem = problems.find((one) => problemsOfCell[cell].includes(one));
  return problem ? wantProblems[problem] : null;
}

export const isFaulty = (line: WantLine, cell: WantCell) => problemOfCell(line, cell) !== null;

/** Cells as they are copied from a spreadsheet. */
export const cellsOfText = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()));

interface PastedCells {
  ids: readonly number[];
  id: number;
  cell: WantCell;
  cells: readonly (readonly string[])[];
}

/** What a paste into one cell writes there, right of it and below. What does not fit is left out. */
export function pasteCells({ ids, id, cell, cells }: PastedCells): Map<number, Partial<TypedLine>> {
  const below = ids.slice(ids.indexOf(id));
  const right = wantCells.slice(wantCells.indexOf(cell));
  return new Map(
    below.slice(0, cells.length).map((lineId, row) => [
      lineId,
      Object.fromEntries(
        right.flatMap((name, at) => {
          const text = cells[row]?.[at];
          return text === undefined ? [] : [[name, text]];
        }),
      ),
    ]),
  );
}

/** The cells that a correction says: those that were changed, and faulty ones. */
export const correctionOf = (line: WantLine, before: TypedLine, edits: Partial<TypedLine>) => ({
  id: line.id,
  ...Object.fromEntries(
    wantCells.flatMap((cell) => {
      const text = edits[cell] ?? before[cell];
      return text !== before[cell] || isFaulty(line, cell) ? [[cell, text]] : [];
    }),
  ),
});
