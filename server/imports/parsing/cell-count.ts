import { counted } from '../../contract/money';
export interface CellMismatch {
  message: string;
  extra: readonly string[];
}

const ADVICE: Record<string, string> = {
  ',': 'Put values with commas in quotes, like "1,000".',
  ';': 'Put values with semicolons in quotes, like "red; blue".',
  '\t': 'Remove tabs inside values.',
};

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
  if (cells.length > headings.length)
    return {
      message: `This row has ${counted(cells.length, 'cell')}, but the header has ${headings.length}. ${ADVICE[delimiter] ?? ''}`,
      extra: cells.slice(headings.length),
    };
  const header = withoutTrailingEmpty(headings);
  if (cells.length < header) {
    const missing = header - cells.length;
    return {
      message: `This row has ${counted(cells.length, 'cell')}, but the header has ${header}. Add the missing ${missing === 1 ? 'cell' : 'cells'}, even if empty.`,
      extra: [],
    };
  }
  return hasSplitNumber(cells) && withoutTrailingEmpty(cells) > header
    ? {
        message: `A value in this row has no heading, and a number may be split. Add the heading. ${ADVICE[delimiter] ?? ''}`,
        extra: cells.slice(header),
      }
    : null;
}

/** "1" and "299.00" side by side are what is left of an unquoted "1,299.00". */
const hasSplitNumber = (cells: readonly string[]) =>
  cells.some(
    (cell, at) => /^\s*\$?\d{1,3}\s*$/.test(cell) && /^\s*\d{3}(\.\d\d?)?\s*$/.test(cells[at + 1] ?? ''),
  );
