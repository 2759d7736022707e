import { findPhoneNumbersInText } from 'libphonenumber-js/max';
import { LinkifyIt } from 'linkify-it';
import { EMAIL, ENDINGS, HANDLE, NANP, SPELLED_EMAIL, WWW } from './rules';
import { simplify } from './simplified-text';

export const MASK = '[hidden until payment]';

interface MaskingContext {
  /** UPCs, SKUs, ASINs and numbers of the thread: digits that are no phone number. */
  readonly codes: readonly string[];
  /** Links to this host stay. */
  readonly host: string;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A full list of endings would mask "Thanks.It" and "40.in". `EMAIL` finds addresses, and no prices. */
const linkFinder = () => new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, tlds: ENDINGS });

/** A UPC or a tracking number, also before a quantity: phone numbers of this length begin with a plus sign. */
const LONG_DIGITS = /(?<![+\d])\d{12,}/;

/** The finder takes the seven digits of "SKU 310010.5" for a number: one without a plus sign has ten. */
const LONG_ENOUGH = /\+|(?:\d\D{0,9}){10}/;

/** Up to the cents of a price, and the cents, which the finder may take for the begin of a number. */
const DOLLARS = /\$[\d,]*\d\.$/;
const CENTS = /^\d{2}(?!\d)/;

const rangesOf = (text: string, pattern: RegExp): Range[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));

function hostOf(link: string): string | null {
  const url = /^[a-z][a-z\d+.-]*:/i.test(link) ? link : `http://${link.replace(/^\/\//, '')}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
}

function links(text: string, host: string): Range[] {
  const found = [
    ...(linkFinder().match(text) ?? []).map(({ index, lastIndex }) => ({ from: index, to: lastIndex })),
    ...rangesOf(text, WWW),
  ];
  return found.filter(({ from, to }) => hostOf(text.slice(from, to)) !== host);
}

const spelledEmails = (text: string, host: string): Range[] =>
  [...text.matchAll(SPELLED_EMAIL)]
    .filter(({ 1: domain }) => domain?.toLowerCase() !== host)
    .map(({ index, 0: found }) => ({ from: index, to: index + found.length }));

function occurrences(text: string, code: string): Range[] {
  const ranges: Range[] = [];
  for (let from = text.indexOf(code); from >= 0; from = text.indexOf(code, from + 1))
    ranges.push({ from, to: from + code.length });
  return ranges;
}

function phones(text: string, codes: readonly string[]): Range[] {
  const known = codes.filter(Boolean).flatMap((code) => occurrences(text.toLowerCase(), code.toLowerCase()));
  const isPhone = ({ from, to }: Range) => findPhoneNumbersInText(text.slice(from, to), 'US').length > 0;
  const found = [
    ...findPhoneNumbersInText(text, 'US').map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt })),
    ...rangesOf(text, NANP).filter(isPhone),
  ];
  const isCode = ({ from, to }: Range) =>
    LONG_DIGITS.test(text.slice(from, to)) || known.some((code) => code.from <= from && to <= code.to);
  const isShort = ({ from, to }: Range) => !LONG_ENOUGH.test(text.slice(from, to));
  const isPrice = ({ from, to }: Range) =>
    DOLLARS.test(text.slice(0, from)) && CENTS.test(text.slice(from, to));
  return found.filter((range) => !isCode(range) && !isShort(range) && !isPrice(range));
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last && range.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else result.push(range);
  }
  return result;
}

/** The text with contact details hidden (docs/rules.md#messages); null if it has none. A deterrent, no guarantee. */
export function maskContacts(original: string, { codes, host }: MaskingContext): string | null {
  const { text, originalRange } = simplify(original);
  const found = merged([
    ...rangesOf(text, EMAIL),
    ...spelledEmails(text, host),
    ...phones(text, codes),
    ...links(text, host),
    ...rangesOf(text, HANDLE),
  ]);
  return found.length === 0 ? null : withMasks(original, merged(found.map(originalRange)));
}

function withMasks(text: string, ranges: readonly Range[]): string {
  let [masked, end] = ['', 0];
  for (const { from, to } of ranges) {
    masked += text.slice(end, from) + MASK;
    end = to;
  }
  return masked + text.slice(end);
}
