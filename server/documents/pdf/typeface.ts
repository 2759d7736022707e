import { FIGTREE, type FontFiles, LATIN, WEIGHTS, type Weight } from './fonts';

const IN_FIRST_SUBSET = /^[\x20-\x7e]*$/;

/** Printed for each character that no font has: their glyph for a missing character is a box. */
const BOX = '\u25a1';
const TABULAR: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

interface GlyphRun {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly advanceWidth: number;
}

/** What pdfkit keeps of a font, beyond its types. */
interface EmbeddedFont {
  layoutRun(text: string, features?: readonly string[]): GlyphRun;
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  readonly unicode: number[][];
  readonly ascender: number;
}

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly tabular?: boolean;
}

interface Run {
  readonly font: string;
  text: string;
}

const nameOf = (weight: Weight, { name }: FontFiles) => `${name} ${weight}`;

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks of direction and others without a shape. */
const SHAPELESS = /\p{Cf}/gu;

/** They choose the look of the character before, which fallback fonts have in one look. */
const VARIATIONS = /[\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}]/u;

export const printable = (text: string) =>
  text.normalize('NFC').replace(BREAKS, ' ').replace(SHAPELESS, '').replace(/\s+/g, ' ').trim();

/** Digits need no kerning and their texts occur once, so their characters are cached in place of the texts. */
function cacheRuns(font: EmbeddedFont): EmbeddedFont['layoutRun'] {
  const layOut = font.layoutRun.bind(font);
  const cached = new Map<string, GlyphRun>();
  function keep(key: string, run: GlyphRun) {
    cached.set(key, run);
    return run;
  }
  return function layoutRun(text, features) {
    const prefix = features ? `${features}\n` : '';
    const known = cached.get(prefix + text);
    if (known) return known;
    if (text.length < 2 || !(features || /\d/.test(text))) return keep(prefix + text, layOut(text, features));
    const characters = Array.from(
      text,
      (character) => cached.get(prefix + character) ?? keep(prefix + character, layOut(character, features)),
    );
    return keep(prefix + text, joinRuns(characters));
  };
}

function joinRuns(runs: readonly GlyphRun[]): GlyphRun {
  const glyphs: unknown[] = [];
  const positions: unknown[] = [];
  let advanceWidth = 0;
  for (const run of runs) {
    glyphs.push(...run.glyphs);
    positions.push(...run.positions);
    advanceWidth += run.advanceWidth;
  }
  return { glyphs, positions, advanceWidth };
}

export class Typeface {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts = new Map<string, EmbeddedFont>();
  readonly #widths = new Map<string, number>();
  readonly #found = new Map<string, FontFiles | null>();
  readonly #root: string;
  readonly #fallbacks: readonly FontFiles[];

  constructor(doc: PDFKit.PDFDocument, root: string, fallbacks: readonly FontFiles[]) {
    this.#doc = doc;
    this.#root = root;
    this.#fallbacks = fallbacks;
    for (const weight of Object.keys(WEIGHTS) as Weight[])
      for (const font of FIGTREE) this.#embedded(weight, font);
  }

  /** pdfkit writes fonts of which it drew something. */
  #embedded(weight: Weight, font: FontFiles): EmbeddedFont {
    const name = nameOf(weight, font);
    let embedded = this.#fonts.get(name);
    if (!embedded) {
      embedded = this.#embed(name, font.file(this.#root, weight));
      this.#fonts.set(name, embedded);
    }
    return embedded;
  }

  #embed(name: string, file: string): EmbeddedFont {
    this.#doc.registerFont(name, file).font(name);
    const font = (this.#doc as unknown as { _font: EmbeddedFont })._font;
    // Readers of the text get the box, too.
    font.unicode[0] = [BOX.codePointAt(0) ?? 0];
    font.layoutRun = cacheRuns(font);
    return font;
  }

  /** `text` must be printable. */
  width(text: string, style: TextStyle): number {
    const key = `${style.weight} ${style.tabular} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.#runs(text, style).reduce((sum, run) => sum + this.#runWidth(run, style), 0);
      this.#widths.set(key, width);
    }
    return (width * style.size) / 1000;
  }

  draw(text: string, x: number, y: number, style: TextStyle) {
    const features = style.tabular ? { features: TABULAR } : {};
    const runs = this.#runs(text, style);
    let at = x;
    for (const run of runs) {
      this.#doc
        .font(run.font)
        .fontSize(style.size)
        .fillColor(style.color ?? '#000000');
      this.#doc.text(run.text, at, y + this.#shift(run, style), { lineBreak: false, ...features });
      if (run !== runs.at(-1)) at += (this.#runWidth(run, style) * style.size) / 1000;
    }
  }

  /** pdfkit places the top of a font: all stand on Figtree's line. */
  #shift({ font }: Run, { size, weight = 'regular' }: TextStyle): number {
    const ascender = (name: string) => this.#fonts.get(name)?.ascender ?? 0;
    return ((ascender(nameOf(weight, LATIN)) - ascender(font)) * size) / 1000;
  }

  #runWidth({ font, text }: Run, { tabular }: TextStyle) {
    const options = tabular ? { features: TABULAR } : {};
    return this.#doc.font(font).fontSize(1000).widthOfString(text, options);
  }

  #runs(text: string, { weight = 'regular' }: TextStyle): Run[] {
    if (IN_FIRST_SUBSET.test(text)) return text === '' ? [] : [{ font: nameOf(weight, LATIN), text }];
    const runs: Run[] = [];
    for (const character of this.#boxed(text)) {
      const found = this.#fontOf(character) ?? LATIN;
      const font = nameOf(weight, found);
      if (!this.#fonts.has(font)) this.#embedded(weight, found);
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }

  /** A mark on a character that is missing belongs to its box. */
  *#boxed(text: string) {
    const hasFallbacks = this.#fallbacks.length > 0;
    let previous = '';
    for (const character of text) {
      if (hasFallbacks && VARIATIONS.test(character)) continue;
      const printed = this.#fontOf(character) ? character : BOX;
      if (printed === BOX && hasFallbacks && /\p{M}/u.test(character)) continue;
      if (!(previous === BOX && /\p{M}/u.test(character))) yield printed;
      previous = printed;
    }
  }

  #fontOf(character: string): FontFiles | null {
    let font = this.#found.get(character);
    if (font === undefined) {
      const point = character.codePointAt(0) ?? 0;
      const has = (one: FontFiles) => this.#embedded('regular', one).font.hasGlyphForCodePoint(point);
      font = [...FIGTREE, ...this.#fallbacks].find(has) ?? null;
      this.#found.set(character, font);
    }
    return font;
  }
}
