/** Characters that spreadsheets drop or hide at the start of a cell. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;
/** Formula signs and every character that NFKC turns into one, which spreadsheets may treat alike. */
const SIGNS =
  '=+\\-@\u207a\u207c\u208a\u208c\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20';
const STARTS_FORMULA = `(?:[\\t\\r]|${UNSEEN}[${SIGNS}])`;

const FORMULA = new RegExp(`^'*${STARTS_FORMULA}`, 'u');
const ESCAPED = new RegExp(`^'+${STARTS_FORMULA}`, 'u');

export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const LOSES_DIGITS = /^(?:0\d+|\d{12,})$/;

/** A text as spreadsheets keep it: no formula, and as `="0123"` where they would drop or round digits. */
export const textCell = (text: string): string =>
  LOSES_DIGITS.test(text) ? `="${text}"` : escapeFormula(text);

export const unescapeFormula = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);
