import PDFDocument from 'pdfkit';
import { FALLBACKS } from './fonts';
import { drawLogo } from './logo';
import { type TextStyle, Typeface } from './typeface';

export const MARGIN = 50;
const PAGE_WIDTH = 612;
const PAGE_HEIGHT = 792;
export const WIDTH = PAGE_WIDTH - 2 * MARGIN;
export const RIGHT = PAGE_WIDTH - MARGIN;
const BOTTOM = PAGE_HEIGHT - 72;
const FOOTER_Y = PAGE_HEIGHT - 48;
const LEADING = 1.42;

const INK = '#1a1f36';
export const MUTED = '#596171';
export const HAIRLINE = '#e3e8ee';
const RULE = '#c1c9d2';

type Element = PDFKit.PDFStructureElement;

interface SheetOptions {
  readonly root: string;
  readonly title: string;
  readonly brand: string;
  /** The only time in the file: two renderings are equal byte for byte. */
  readonly created: Date;
  /** The bytes of compression differ between versions of zlib, the rest does not. */
  readonly compress: boolean;
  /** Characters that Figtree has not are taken from other fonts. */
  readonly hasFallbacks: boolean;
}

export const lineHeight = ({ size }: TextStyle) => size * LEADING;

/** Letter pages with a cursor, tagged for screen readers: all text belongs to an element or is an artifact. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly typeface: Typeface;
  readonly root: Element;
  y = MARGIN;

  constructor({ root, title, brand, created, compress, hasFallbacks }: SheetOptions) {
    this.doc = new PDFDocument({
      size: 'LETTER',
      // Text is placed by hand: nothing flows, so that pdfkit adds no page.
      margin: 0,
      bufferPages: true,
      compress,
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      pdfVersion: '1.7',
      info: { Title: title, Author: brand, Creator: brand, CreationDate: created, ModDate: created },
    });
    this.typeface = new Typeface(this.doc, root, hasFallbacks ? FALLBACKS : []);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  text(text: string, x: number, y: number, style: TextStyle) {
    this.typeface.draw(text, x, y, { color: INK, ...style });
  }

  textEndingAt(text: string, right: number, y: number, style: TextStyle) {
    this.text(text, right - this.typeface.width(text, style), y, style);
  }

  rule(y: number, { color = RULE, from = MARGIN }: { color?: string; from?: number } = {}) {
    this.artifact(() => this.doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.6).stroke(color));
  }

  element(
    type: string,
    parent: Element = this.root,
    options: PDFKit.Mixins.StructureElementOptions & { scope?: string } = {},
  ): Element {
    const element = this.doc.struct(type, options);
    parent.add(element);
    return element;
  }

  tagged(type: string, draw: () => void, parent: Element = this.root, options: { scope?: string } = {}) {
    const element = this.element(type, parent, options);
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    element.add(content);
    element.end();
  }

  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
    this.doc.markContent('Artifact', { type });
    draw();
    this.doc.endMarkedContent();
  }

  fits(height: number) {
    return this.y + height <= BOTTOM;
  }

  makeRoom(height: number) {
    if (!this.fits(height)) this.addPage();
  }

  addPage() {
    this.doc.addPage();
    this.y = MARGIN;
  }

  logo(brand: string) {
    const style: TextStyle = { size: 14, weight: 'bold' };
    const nameAt = RIGHT - this.typeface.width(brand, style);
    this.artifact(() => drawLogo(this.doc, nameAt - 30, MARGIN - 1, 22));
    this.tagged('P', () => this.text(brand, nameAt, MARGIN + 2, style));
  }

  async end(footer: string): Promise<Buffer> {
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page);
      this.artifact(() => this.#footer(footer, `Page ${page + 1} of ${count}`), 'Pagination');
    }
    this.root.end();
    const chunks: Buffer[] = [];
    this.doc.end();
    for await (const chunk of this.doc) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  #footer(text: string, page: string) {
    const style: TextStyle = { size: 8, color: MUTED };
    this.doc
      .moveTo(MARGIN, FOOTER_Y - 10)
      .lineTo(RIGHT, FOOTER_Y - 10)
      .lineWidth(0.6)
      .stroke(HAIRLINE);
    this.text(text, MARGIN, FOOTER_Y, style);
    this.textEndingAt(page, RIGHT, FOOTER_Y, { ...style, tabular: true });
  }
}
