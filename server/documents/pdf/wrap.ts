import type { TextStyle, Typeface } from './typeface';
import { printable } from './typeface';

const MAX_LINE_CHARACTERS = 250;

interface WrapOptions {
  readonly width: number;
  readonly style: TextStyle;
  readonly maxLines: number;
}

/** Breaks between words, and within one that is wider than a line. Ends with … where the text goes on. */
export function wrap(typeface: Typeface, text: string, { width, style, maxLines }: WrapOptions): string[] {
  // Bounds the work: no more characters than these could fit.
  const clean = printable(text.slice(0, maxLines * MAX_LINE_CHARACTERS));
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  for (const piece of pieces(typeface, clean, width, style)) {
    if (line !== '' && lineWidth + typeface.width(piece.trimEnd(), style) > width) {
      lines.push(line.trimEnd());
      if (lines.length > maxLines) break;
      line = '';
      lineWidth = 0;
    }
    line += piece;
    lineWidth += typeface.width(piece, style);
  }
  if (line !== '') lines.push(line.trimEnd());
  return lines.length > maxLines ? shortened(typeface, lines.slice(0, maxLines), width, style) : lines;
}

/** Words with the space behind them, those that are too wide in parts. */
function* pieces(typeface: Typeface, text: string, width: number, style: TextStyle) {
  for (const word of text.match(/\S+\s?/g) ?? [])
    if (typeface.width(word.trimEnd(), style) <= width) yield word;
    else yield* partsOf(typeface, word, width, style);
}

function* partsOf(typeface: Typeface, word: string, width: number, style: TextStyle) {
  let part = '';
  let partWidth = 0;
  for (const character of word) {
    const own = character === ' ' ? 0 : typeface.width(character, style);
    if (part !== '' && partWidth + own > width) {
      yield part;
      part = '';
      partWidth = 0;
    }
    part += character;
    partWidth += own;
  }
  yield part;
}

function shortened(typeface: Typeface, lines: readonly string[], width: number, style: TextStyle) {
  const last = [...(lines.at(-1) ?? '')];
  while (last.length > 0 && typeface.width(`${last.join('')}…`, style) > width) last.pop();
  return [...lines.slice(0, -1), `${last.join('').trimEnd()}…`];
}
