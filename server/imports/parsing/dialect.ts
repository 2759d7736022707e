import { MAX_CSV_COLUMNS, MAX_CSV_ROWS } from '../rules';

const MAX_RECORD_BYTES = 262_144;

interface RecordSpan {
  /** 1-based. */
  line: number;
  start: number;
  end: number;
}

export interface Dialect {
  delimiter: string;
  records: readonly RecordSpan[];
  fault: string | null;
}

export const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Excel's own first line, which names the delimiter and is hidden in its sheets. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[;,\t ]{0,500}(\r\n|\r|\n)/i;

export function separatorLine(text: string): { delimiter: string; length: number } | null {
  const [line = '', delimiter] = SEPARATOR_LINE.exec(text.slice(0, 1_000)) ?? [];
  return delimiter ? { delimiter, length: line.length } : null;
}

const QUOTE = 34;
const isSpace = (code: number) => code === 32 || code === 9;
const isBreak = (code: number) => code === 10 || code === 13;
const isWhitespace = (code: number) => code === 32 || (code >= 9 && code <= 13);
/** UTF-8 length; each half of a surrogate pair counts two. */
const bytesOf = (code: number) =>
  code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;

/** Finds records in one pass, up to the first over a bound. The parser is quadratic in pieces of a record. */
export function findRecords(text: string, delimiter: string, maxRecords = Number.POSITIVE_INFINITY): Dialect {
  const separator = separatorLine(text);
  const delimiterCode = delimiter.charCodeAt(0);
  const records: RecordSpan[] = [];
  let cell: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let openedAt = 0;
  let line = separator ? 2 : 1;
  let start = separator?.length ?? 0;
  let bytes = 0;
  let columns = 1;
  let filled = false;
  const result = (fault: string | null): Dialect => ({ delimiter, records, fault });
  const endRecord = (end: number) => {
    if (filled) records.push({ line, start, end });
    line++;
    start = end;
    bytes = 0;
    columns = 1;
    filled = false;
    cell = 'start';
  };
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    bytes += bytesOf(code);
    if (bytes > MAX_RECORD_BYTES) return result(cell === 'quoted' ? valueTooLong(openedAt) : tooLong(line));
    if (cell === 'quoted') {
      if (code === QUOTE) cell = 'closed';
      else if (!isWhitespace(code)) filled = true;
      continue;
    }
    if (code === delimiterCode) {
      cell = 'start';
      if (++columns > MAX_CSV_COLUMNS) return result(tooWide(line));
    } else if (isBreak(code)) {
      if (code === 13 && text.charCodeAt(at + 1) === 10) at++;
      endRecord(at + 1);
      if (records.length >= maxRecords) return result(null);
      if (records.length > MAX_CSV_ROWS + 1) return result(TOO_MANY_ROWS);
    } else if (code === QUOTE && cell !== 'plain') {
      // A doubled quotation mark is an escaped one.
      if (cell === 'closed' && text.charCodeAt(at - 1) !== QUOTE) return result(strayText(line));
      if (cell === 'closed') filled = true;
      else openedAt = line;
      cell = 'quoted';
    } else if (cell === 'closed') {
      if (!isSpace(code)) return result(strayText(line));
    } else if (!isWhitespace(code)) {
      cell = 'plain';
      filled = true;
    }
  }
  if (cell === 'quoted') return result(unclosed(openedAt));
  endRecord(text.length);
  return result(records.length > MAX_CSV_ROWS + 1 ? TOO_MANY_ROWS : null);
}

const KB = MAX_RECORD_BYTES / 1_024;
const TOO_MANY_ROWS = `The file has more than ${MAX_CSV_ROWS.toLocaleString('en-US')} rows. Split it into several files and upload them one by one.`;
const tooLong = (line: number) =>
  `Line ${line} is longer than ${KB} KB. Shorten its values, or put every row on its own line.`;
const valueTooLong = (line: number) =>
  `The quoted value that starts on line ${line} is longer than ${KB} KB. Shorten it, or add the closing quotation mark.`;
const tooWide = (line: number) =>
  `Line ${line} has more than ${MAX_CSV_COLUMNS} columns. Remove columns that aren't in the template.`;
const unclosed = (line: number) =>
  `A quotation mark on line ${line} is never closed. Close it, or double the quotation marks inside the value.`;
const strayText = (line: number) =>
  `Line ${line} can't be read: there is text after a closing quotation mark. Double the quotation marks inside the value.`;
