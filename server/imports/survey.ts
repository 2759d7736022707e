/** What can be said of a file before it is read row by row. */
export interface Survey {
  delimiter: string;
  /** Records, blank ones and the headings among them. */
  records: number;
  /** What makes it unreadable; null: nothing. */
  fault: string | null;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** By what stands most often in the first record, outside of quotes; a comma where nothing does. */
export function delimiterOf(text: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of text.slice(0, 20_000)) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n' || character === '\r') {
      if (counts.size > 0) break;
    } else if ((DELIMITERS as readonly string[]).includes(character))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [',', 0] as [string, number])[0];
}

const QUOTE = 34;
const isSpace = (code: number) => code === 32 || code === 9;
const isBreak = (code: number) => code === 10 || code === 13;

/** Counts the records, and finds what keeps the cells from being told apart. */
export function survey(text: string): Survey {
  const delimiter = delimiterOf(text);
  const between = delimiter.charCodeAt(0);
  let records = 0;
  let openedAt = 0;
  let cell: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let begun = false;
  const found = (fault: string | null): Survey => ({ delimiter, records, fault });
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (cell === 'quoted') {
      if (code === QUOTE) cell = 'closed';
      continue;
    }
    if (code === between) cell = 'start';
    else if (isBreak(code)) {
      if (code === 13 && text.charCodeAt(at + 1) === 10) at++;
      records++;
      cell = 'start';
      begun = false;
      continue;
    } else if (code === QUOTE && cell !== 'plain') {
      // A second mark right after the closing one stands for itself.
      if (cell === 'closed' && text.charCodeAt(at - 1) !== QUOTE) return found(strayText(records + 1));
      if (cell === 'start') openedAt = records + 1;
      cell = 'quoted';
    } else if (cell === 'closed') {
      if (!isSpace(code)) return found(strayText(records + 1));
    } else if (!isSpace(code)) cell = 'plain';
    begun = true;
  }
  if (cell === 'quoted') return found(`A quotation mark on line ${openedAt} is never closed.`);
  if (begun) records++;
  return found(null);
}

const strayText = (line: number) =>
  `Line ${line} cannot be read: a cell with quotation marks has something after the closing one. Double the marks inside of a cell.`;
