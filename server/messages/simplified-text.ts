import { plainCharacters } from './rules';

/** A character with its marks: the piece in which NFKC changes a text. */
const PIECE = /\P{M}\p{M}*|\p{M}+/gu;
/** Zero-width characters, soft hyphens, and the marks that choose the form of an emoji. */
const ZERO_WIDTH = /\p{Cf}|\p{Default_Ignorable_Code_Point}/gu;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The text by which contact details are found: plain characters, without zero-width ones. */
export function simplify(original: string) {
  let text = '';
  const origins: Range[] = [];
  for (const { index: from, 0: piece } of original.matchAll(PIECE)) {
    const simple = plainCharacters(piece.replace(ZERO_WIDTH, '')).replace(ZERO_WIDTH, '');
    const origin = { from, to: from + piece.length };
    for (let unit = 0; unit < simple.length; unit++) origins.push(origin);
    text += simple;
  }
  return {
    text,
    originalRange: ({ from, to }: Range): Range => ({
      from: origins[from]?.from ?? original.length,
      to: origins[to - 1]?.to ?? original.length,
    }),
  };
}
