import type { DocumentPage, PageRow } from './page';
import { HAIRLINE, lineHeight, MARGIN, MUTED, RIGHT, type Sheet, WIDTH } from './sheet';
import type { TextStyle } from './typeface';
import { wrap } from './wrap';

const HEAD: TextStyle = { size: 8, color: MUTED };
const NAME: TextStyle = { size: 9 };
const DETAIL: TextStyle = { size: 8, color: MUTED };
const FIGURE: TextStyle = { size: 9, tabular: true };

const HEAD_HEIGHT = 22;
const PADDING = 6;
const COLUMN_GAP = 18;
const MIN_COLUMN = 52;

type Element = PDFKit.PDFStructureElement;

interface Columns {
  readonly titles: readonly string[];
  readonly nameWidth: number;
  readonly edges: readonly number[];
}

interface LaidOutRow {
  readonly name: readonly string[];
  readonly detail: readonly string[];
  readonly cells: readonly string[];
  readonly height: number;
}

/** `after`: the height of what stays on the page of the last row. */
export function drawTable(sheet: Sheet, { columns: titles, rows }: DocumentPage, after: number) {
  const columns = measure(sheet, titles, rows);
  const table = sheet.element('Table');
  const laidOut = rows.map((row) => layOut(sheet, row, columns));
  sheet.y += 18;
  if (!sheet.fits(HEAD_HEIGHT + (laidOut[0]?.height ?? 0))) sheet.addPage();
  drawHead(sheet, columns, table);
  for (const [index, row] of laidOut.entries()) {
    const isLast = index === laidOut.length - 1;
    if (!sheet.fits(row.height + (isLast ? after : 0))) {
      sheet.addPage();
      drawRepeatedHead(sheet, columns);
    }
    drawRow(sheet, row, columns, table);
  }
  table.end();
  sheet.y += 10;
}

/** Columns of figures are as wide as their widest figure; the first has the rest. */
function measure(sheet: Sheet, titles: readonly string[], rows: readonly PageRow[]): Columns {
  const widths = titles
    .slice(1)
    .map((title, index) =>
      rows.reduce(
        (max, { cells }) => Math.max(max, sheet.typeface.width(cells[index] ?? '', FIGURE)),
        Math.max(MIN_COLUMN, sheet.typeface.width(title, HEAD)),
      ),
    );
  const edges: number[] = [];
  let right = RIGHT;
  for (const width of widths.toReversed()) {
    edges.unshift(right);
    right -= width + COLUMN_GAP;
  }
  return { titles, nameWidth: Math.min(right - MARGIN, WIDTH), edges };
}

function layOut(sheet: Sheet, { name, detail, cells }: PageRow, { nameWidth: width }: Columns): LaidOutRow {
  const names = wrap(sheet.typeface, name, { width, style: NAME, maxLines: 6 });
  const details = wrap(sheet.typeface, detail, { width, style: DETAIL, maxLines: 2 });
  const text = Math.max(1, names.length) * lineHeight(NAME) + details.length * lineHeight(DETAIL);
  return { name: names, detail: details, cells, height: text + 2 * PADDING - 3 };
}

function drawHead(sheet: Sheet, columns: Columns, table: Element) {
  const row = sheet.element('TR', table);
  for (const [index, title] of columns.titles.entries())
    sheet.tagged('TH', () => drawTitle(sheet, columns, index, title), row, { scope: 'Column' });
  row.end();
  endHead(sheet);
}

/** Screen readers have read the head once. */
function drawRepeatedHead(sheet: Sheet, columns: Columns) {
  sheet.artifact(() => {
    for (const [index, title] of columns.titles.entries()) drawTitle(sheet, columns, index, title);
  }, 'Pagination');
  endHead(sheet);
}

function endHead(sheet: Sheet) {
  sheet.y += HEAD_HEIGHT;
  sheet.rule(sheet.y - 5);
}

function drawTitle(sheet: Sheet, { edges }: Columns, index: number, title: string) {
  const edge = edges[index - 1];
  if (edge === undefined) sheet.text(title, MARGIN, sheet.y, HEAD);
  else sheet.textEndingAt(title, edge, sheet.y, HEAD);
}

function drawRow(
  sheet: Sheet,
  { name, detail, cells, height }: LaidOutRow,
  { edges }: Columns,
  table: Element,
) {
  const row = sheet.element('TR', table);
  const top = sheet.y + PADDING - 3.5;
  sheet.tagged('TD', () => drawName(sheet, name, detail, top), row);
  for (const [index, cell] of cells.entries())
    sheet.tagged('TD', () => sheet.textEndingAt(cell, edges[index] ?? RIGHT, top, FIGURE), row);
  row.end();
  sheet.y += height;
  sheet.rule(sheet.y - 3, { color: HAIRLINE });
}

function drawName(sheet: Sheet, name: readonly string[], detail: readonly string[], top: number) {
  for (const [index, line] of name.entries()) sheet.text(line, MARGIN, top + index * lineHeight(NAME), NAME);
  const below = top + Math.max(1, name.length) * lineHeight(NAME);
  for (const [index, line] of detail.entries())
    sheet.text(line, MARGIN, below + index * lineHeight(DETAIL), DETAIL);
}
