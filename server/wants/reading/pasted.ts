import { findRecords } from '../../imports/parsing/dialect';
import { DEFAULT_COLUMNS, type WantColumn, type WantColumns } from './headings';
import { readDay, readQuantity } from './values';

const EARLY_LINES = 20;
const EARLY_CHARACTERS = 20_000;

/** Whether most of the first lines have tabs, as what is copied from a spreadsheet. */
export function isTabbed(text: string): boolean {
  const early = text.slice(0, EARLY_CHARACTERS).split(/\r\n|\r|\n/, EARLY_LINES);
  const lines = early.filter((line) => line.trim() !== '');
  return 2 * lines.filter((line) => line.trim().includes('\t')).length > lines.length;
}

/** Copied cells with a quotation mark, as in 24" Frame or "Big" Mug, are not quoted: each is from here on. */
export function quoteCopiedCells(text: string): string {
  if (!text.includes('"') || findRecords(text, '\t').fault === null) return text;
  return text.replace(/[^\t\r\n]+/g, (cell) =>
    cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
}

/** "1,200" → "1200", so that its comma parts no cells. */
export const withoutThousands = (text: string): string => text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');

const TOTAL = /^(?:grand |sub)?total:?$|^sum:?$/i;

/** Whether it is what a spreadsheet has below its lines. */
export const isTotal = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.length < 40 && TOTAL.test(cell.trim()));

const isCount = (cell: string) =>
  !/\.|^\d{8,}$/.test(cell) && readQuantity(cell.trim()).problem !== 'quantity';

const isShortNumber = (cell: string) => /^\d{1,3}$/.test(cell.trim());

/**
 * Those of lines without headings. They are as documented, but columns that are blank in every line are left out, and
 * what stands between the item and the quantity is its name.
 */
export function columnsWithoutHeadings(rows: readonly (readonly string[])[]): WantColumns {
  const width = Math.max(0, ...rows.map((cells) => Math.min(cells.length, MAX_COLUMNS)));
  const cellsAt = (at: number) => rows.map((cells) => cells[at] ?? '').filter((cell) => cell.trim() !== '');
  const isMostly = (at: number, judge: (cell: string) => boolean) =>
    2 * cellsAt(at).filter(judge).length >= Math.max(1, rows.length);
  const filled = Array.from({ length: width }, (_none, at) => at).filter((at) => cellsAt(at).length > 0);
  const [item = 0, ...others] = filled;
  const quantity = others.find((at) => isMostly(at, isCount));
  // A quantity, a name and a price without cents look like an item's number, a name and a quantity.
  if (quantity === undefined || (quantity !== others[0] && isMostly(item, isShortNumber)))
    return DEFAULT_COLUMNS;
  const [name] = others.filter((at) => at < quantity);
  const later = others.filter((at) => at > quantity);
  const date = later.find((at) => isMostly(at, (cell) => readDay(cell.trim()) !== null));
  const price = later.find((at) => at !== date);
  const found = new Map<number | undefined, WantColumn>([
    ...[[item, 'item'] as const, [name, 'name'] as const, [quantity, 'quantity'] as const],
    ...[[price, 'price'] as const, [date ?? later.find((at) => at !== price), 'date'] as const],
  ]);
  return Array.from({ length: width }, (_none, at) => found.get(at) ?? null);
}

const MAX_COLUMNS = 20;
