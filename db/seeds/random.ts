/** A deterministic hash, for variety without randomness. */
export function hash(text: string): number {
  let sum = 2_166_136_261;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  // The low bits of FNV-1a are weak for short texts.
  sum ^= sum >>> 15;
  return Math.imul(sum, 2_246_822_519) >>> 0;
}

/** From 0 (inclusive) to 1 (exclusive). */
export const share = (text: string) => hash(text) / 2 ** 32;

/** Picks an item by the text's hash. */
export function pickFrom<T>(list: readonly T[], text: string): T {
  const one = list[hash(text) % list.length];
  if (one === undefined) throw new RangeError('Nothing to pick from');
  return one;
}
