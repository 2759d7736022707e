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

export function cellMismatch(
  cells: readonly string[],
  headings: readonly string[],
  delimiter: string,
): CellMismatch | null {
  const filled = withoutTrailingEmpty(cells);
  const header = withoutTrailingEmpty(headings);
  if (filled > headings.length)
    return {
      message: `This row has ${counted(filled, 'cell')}, but the header has ${header}. ${ADVICE[delimiter] ?? ''}`,
      extra: cells.slice(headings.length, filled),
    };
  if (cells.length >= header) return null;
  const missing = header - cells.length;
  return {
    message: `This row has ${counted(cells.length, 'cell')}, but the header has ${header}. Add the missing ${missing === 1 ? 'cell' : 'cells'}, even if empty.`,
    extra: [],
  };
}
