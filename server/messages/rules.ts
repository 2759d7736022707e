export const MAX_MESSAGE = 2_000;

/** Endings of domains that are found without `http` or `www`. */
export const ENDINGS = 'com net org biz info shop store io app xyz online site'.split(' ');

const inAnyCase = (word: string) => [...word].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('');
const LOCAL = String.raw`[^\s@<>"(),:;[\]\\]{1,64}`;
const LABELS = String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,62}(?:\.[\p{L}\p{N}\p{M}-]{1,63}){0,7}\.`;
/** A local part with more than the figures of a quantity. */
const NAMED = String.raw`(?=[\d.+-]{0,63}[^\s@<>"(),:;[\]\\\d.+-])`;
const FIGURES = String.raw`\d{1,20}(?:\.\d{1,20}){0,7}\.\p{L}`;
/** The end of a domain has letters only: `500@4.50` is a quantity at a price, `60@12.Can` ends a sentence. */
export const EMAIL = new RegExp(
  String.raw`${NAMED}${LOCAL}@(?!${FIGURES})${LABELS}\p{L}[\p{L}\p{M}]{1,62}|${LOCAL}@${LABELS}(?:[\p{Ll}\p{Lo}\p{M}]{2,63}|${ENDINGS.map(inAnyCase).join('|')})`,
  'gu',
);
const DOT = String.raw`(?:\.|\s{1,3}dot\s{1,3}|\s{0,3}[([]dot[)\]]\s{0,3})`;
const AT = String.raw`(?:\s{0,3}[([]at[)\]]\s{0,3}|\s{1,3}at\s{1,3}|\s{0,3}@\s{0,3})`;
export const SPELLED_EMAIL = new RegExp(
  String.raw`[\w.+-]{1,64}${AT}([a-z\d-]{1,63}(?:${DOT}[a-z\d-]{1,63}){0,4}?${DOT}(?:${ENDINGS.join('|')}))(?![\w-])`,
  'giu',
);
export const WWW = /(?<![\p{L}\p{N}_.-])www\.[^\s<>"]{2,}/giu;
export const HANDLE = /(?<![\p{L}\p{N}_.@])@[a-z_][\w.]{1,28}\w(?!\w)/giu;
/** What may be a phone number of North America. */
export const NANP =
  /(?<![\d$.,])(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\)|[2-9]\d{2})[ .-]{0,2}[2-9]\d{2}[ .-]?\d{4}(?!\d|[.,]\d)/g;
const DOMAIN = new RegExp(
  String.raw`(?<![\w@.-])(?:[a-z\d-]{1,63}\.){1,4}(?:${ENDINGS.join('|')})(?![\w.-]*\w)`,
  'giu',
);
const LINK = /https?:\/\/[^\s<>"/]+/giu;

/** Digits of every script but our own. */
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;
const ANY_DIGIT = /^\p{Nd}$/u;

/** Digits of a script stand side by side from 0 to 9. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (ANY_DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}

/** NFKC with digits as 0 to 9, without marks on them, and with the ideographic full stop as a dot, as browsers read it. */
export const plainCharacters = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(FOREIGN_DIGIT, digitValue)
    .replace(/([0-9])\p{M}+/gu, '$1')
    .replaceAll('\u3002', '.');

/** Whether contact details will probably be hidden in the text, for a hint while it is written; the server decides. */
export function mayHoldContacts(text: string, ownHost: string): boolean {
  const simple = plainCharacters(text).replaceAll(ownHost, '');
  return [EMAIL, SPELLED_EMAIL, WWW, HANDLE, NANP, DOMAIN, LINK].some(
    (pattern) => simple.search(pattern) >= 0,
  );
}
