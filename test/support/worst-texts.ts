/** Processor time of this process, in ms. */
function processorTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The least of three, as the collector and the compiler run at times of their own. */
export function leastProcessorTime(work: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > enough; tries += 1) least = Math.min(least, processorTime(work));
  return least;
}

const PIECES = [
  '1',
  ' ',
  'a',
  '-',
  '.',
  ',',
  '@',
  '1,',
  '1.',
  '\u200b',
  '\n',
  '\u0000',
  'a@',
  'a.',
  '<a ',
  '"',
  "'",
  '\\"',
  '=',
  '%',
  '%25',
  '/',
  '://',
  '[]',
  '[a',
  '\ud800',
  '$ ',
  '(1',
];

const ENDS = ['\u0001x', '\n['];

/** Texts that cost a pattern or a parser most: what may begin a match again and again, but never ends it. */
export const worstTexts = (length: number, pieces: readonly string[] = PIECES): string[] =>
  pieces.flatMap((piece) =>
    ENDS.map((end) => piece.repeat(Math.floor((length - end.length) / piece.length)) + end),
  );

const CLASSES: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', n: '\n', t: '\t', b: '' };

/** What a pattern names in turn: `<a\b[^>]*\bhref="` is made of `<a`, `>`, `href="`, and all up to each. */
export function piecesOf(source: string): string[] {
  const named = source
    .replace(/\\[pP]\{[^}]*\}|\\u\{?[\da-f]+\}?|\(\?(?:<?[=!]|:)|\{[\d,]*\}/gi, '|')
    .replace(/\\(.)/g, (_whole, letter: string) => CLASSES[letter] ?? letter)
    .split(/[()[\]|*+?^${}]+/)
    .filter(Boolean);
  const upTo = named.map((_piece, index) => named.slice(0, index + 1).join(''));
  return [...new Set([...named, ...upTo, ...named.map((piece) => piece.at(-1) ?? '')])];
}
