/** Characters that a spreadsheet drops or does not show at the start of a cell. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;
/** Formula signs with their small and full-width forms, which spreadsheets fold to the plain ones. */
const SIGNS = '=+\\-@\ufe66\ufe62\ufe63\ufe6b\uff1d\uff0b\uff0d\uff20';
const STARTS_FORMULA = `(?:[\\t\\r]|${UNSEEN}[${SIGNS}])`;

const FORMULA = new RegExp(`^'*${STARTS_FORMULA}`, 'u');
const ESCAPED = new RegExp(`^'+${STARTS_FORMULA}`, 'u');

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Takes off exactly one apostrophe, the one that `escapeFormula` put there. */
export const unescapeFormula = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);
