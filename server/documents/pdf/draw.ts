import type { DocumentPage, Fact, PartyBlock } from './page';
import { HAIRLINE, lineHeight, MARGIN, MUTED, RIGHT, Sheet, WIDTH } from './sheet';
import { drawTable } from './table';
import { printable, type TextStyle } from './typeface';
import { wrap } from './wrap';

const TITLE: TextStyle = { size: 24, weight: 'bold' };
const HEADLINE: TextStyle = { size: 16, weight: 'bold' };
const BODY: TextStyle = { size: 9 };
const FIGURES: TextStyle = { ...BODY, tabular: true };
const STRONG: TextStyle = { size: 9, weight: 'bold' };
const SMALL: TextStyle = { size: 8, color: MUTED };

const LABEL_WIDTH = 104;
const GAP = 20;
const FACT = { width: WIDTH - LABEL_WIDTH, style: FIGURES, maxLines: 7 };
/** 50 tracking numbers of 40 characters take 25 lines. */
const APPENDIX = { width: WIDTH, style: FIGURES, maxLines: 50 };
const TOTALS_FROM = MARGIN + WIDTH * 0.55;
const TOTAL_HEIGHT = 22;

interface DrawOptions {
  readonly root: string;
  readonly brand: string;
  readonly created: Date;
  readonly compress: boolean;
  readonly hasFallbacks: boolean;
}

/** The same bytes for the same page, in every process. */
export async function drawDocument(page: DocumentPage, options: DrawOptions): Promise<Buffer> {
  const sheet = new Sheet({ ...options, title: page.footer });
  drawTitle(sheet, page.title);
  sheet.logo(printable(options.brand));
  drawFacts(sheet, page.facts);
  drawParties(sheet, page.parties);
  drawHeadline(sheet, page);
  drawNotes(sheet, page.notes);
  const closing = wrap(sheet.typeface, page.closing, { width: WIDTH, style: SMALL, maxLines: 4 });
  const after = 16 + page.totals.length * TOTAL_HEIGHT + 22 + closing.length * lineHeight(SMALL);
  drawTable(sheet, page, after);
  drawTotals(sheet, page.totals);
  drawAppendix(sheet, page.appendix);
  sheet.makeRoom(22 + closing.length * lineHeight(SMALL));
  drawLines(sheet, 'P', closing, { x: MARGIN, y: sheet.y + 22, style: SMALL });
  return sheet.end(page.footer);
}

interface At {
  readonly x: number;
  readonly y: number;
  readonly style: TextStyle;
}

function drawLines(sheet: Sheet, type: string, lines: readonly string[], { x, y, style }: At): number {
  const next = y + lines.length * lineHeight(style);
  if (lines.length === 0) return next;
  sheet.tagged(type, () => {
    for (const [index, line] of lines.entries()) sheet.text(line, x, y + index * lineHeight(style), style);
  });
  return next;
}

function drawTitle(sheet: Sheet, title: string) {
  sheet.tagged('H1', () => sheet.text(title, MARGIN - 1, MARGIN - 5, TITLE));
  sheet.y = MARGIN + 40;
}

function drawFacts(sheet: Sheet, facts: readonly Fact[]) {
  for (const { label, value } of facts) {
    const lines = wrap(sheet.typeface, value, FACT);
    sheet.tagged('P', () => {
      sheet.text(label, MARGIN, sheet.y, STRONG);
      for (const [index, line] of lines.entries())
        sheet.text(line, MARGIN + LABEL_WIDTH, sheet.y + index * lineHeight(BODY), FIGURES);
    });
    sheet.y += Math.max(1, lines.length) * lineHeight(BODY) + 1.5;
  }
}

function drawParties(sheet: Sheet, parties: readonly PartyBlock[]) {
  const width = (WIDTH - GAP * (parties.length - 1)) / parties.length;
  const top = sheet.y + 18;
  const ends = parties.map((party, index) =>
    drawParty(sheet, party, { x: MARGIN + index * (width + GAP), y: top, width }),
  );
  sheet.y = Math.max(...ends);
}

function drawParty(
  sheet: Sheet,
  { heading, name, lines }: PartyBlock,
  { x, y, width }: { x: number; y: number; width: number },
) {
  const fitting = (text: string, style: TextStyle, maxLines: number) =>
    wrap(sheet.typeface, text, { width, style, maxLines });
  let next = drawLines(sheet, 'H2', [heading], { x, y, style: SMALL }) + 2;
  next = drawLines(sheet, 'P', fitting(name, STRONG, 3), { x, y: next, style: STRONG });
  return drawLines(
    sheet,
    'P',
    lines.flatMap((line) => fitting(line, BODY, 3)),
    { x, y: next, style: BODY },
  );
}

function drawHeadline(sheet: Sheet, { headline, subline }: DocumentPage) {
  const lines = wrap(sheet.typeface, headline, { width: WIDTH, style: HEADLINE, maxLines: 2 });
  const next = drawLines(sheet, 'H2', lines, {
    x: MARGIN,
    y: sheet.y + 22,
    style: HEADLINE,
  });
  sheet.y = next + 1;
  if (subline === null) return;
  const small = wrap(sheet.typeface, subline, { width: WIDTH, style: BODY, maxLines: 3 });
  sheet.y = drawLines(sheet, 'P', small, { x: MARGIN, y: next + 1, style: { ...BODY, color: MUTED } });
}

function drawNotes(sheet: Sheet, notes: readonly Fact[]) {
  if (notes.length === 0) return;
  sheet.y += 10;
  drawFacts(sheet, notes);
}

function drawTotals(sheet: Sheet, totals: readonly Fact[]) {
  for (const [index, { label, value }] of totals.entries()) {
    const style = index === totals.length - 1 ? STRONG : BODY;
    if (index > 0) sheet.rule(sheet.y, { color: HAIRLINE, from: TOTALS_FROM });
    sheet.tagged('P', () => {
      sheet.text(label, TOTALS_FROM, sheet.y + 6, style);
      sheet.textEndingAt(value, RIGHT, sheet.y + 6, { ...style, tabular: true });
    });
    sheet.y += TOTAL_HEIGHT;
  }
}

function drawAppendix(sheet: Sheet, appendix: Fact | null) {
  if (!appendix) return;
  const lines = wrap(sheet.typeface, appendix.value, APPENDIX);
  sheet.makeRoom(40);
  sheet.y = drawLines(sheet, 'H2', [appendix.label], { x: MARGIN, y: sheet.y + 12, style: STRONG }) + 2;
  for (const line of lines) {
    sheet.makeRoom(lineHeight(FIGURES));
    sheet.y = drawLines(sheet, 'P', [line], { x: MARGIN, y: sheet.y, style: FIGURES });
  }
}
