import { type Problem, problem } from '../problem-texts';

export interface CellMismatch {
  problem: Problem;
  extra: readonly string[];
}

function withoutTrailingEmpty(cells: readonly string[]): number {
  let length = cells.length;
  while (length > 0 && cells[length - 1]?.trim() === '') length--;
  return length;
}

/** Every cell counts, the empty ones at the end too: they may hide a separator too many further left. */
export function cellMismatch(
  cells: readonly string[],
  headings: readonly string[],
  delimiter: string,
): CellMismatch | null {
  const width = { cells: cells.length, header: headings.length };
  if (width.cells > width.header)
    return { problem: problem('extra_cells', { ...width, delimiter }), extra: cells.slice(width.header) };
  const header = withoutTrailingEmpty(headings);
  if (width.cells < header) return { problem: problem('missing_cells', { ...width, header }), extra: [] };
  return hasSplitNumber(cells) && withoutTrailingEmpty(cells) > header
    ? { problem: problem('split_number', { delimiter }), extra: cells.slice(header) }
    : null;
}

/** "1" and "299.00" side by side are what is left of an unquoted "1,299.00". */
const hasSplitNumber = (cells: readonly string[]) =>
  cells.some(
    (cell, at) => /^\s*\$?\d{1,3}\s*$/.test(cell) && /^\s*\d{3}(\.\d\d?)?\s*$/.test(cells[at + 1] ?? ''),
  );
