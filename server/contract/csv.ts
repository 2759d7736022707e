/** Characters that spreadsheets drop or hide at the start of a cell. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;
/** Formula signs with the small and full-width forms that spreadsheets treat alike. */
const SIGNS = '=+\\-@\ufe66\ufe62\ufe63\ufe6b\uff1d\uff0b\uff0d\uff20';
const STARTS_FORMULA = `(?:[\\t\\r]|${UNSEEN}[${SIGNS}])`;

const FORMULA = new RegExp(`^'*${STARTS_FORMULA}`, 'u');
const ESCAPED = new RegExp(`^'+${STARTS_FORMULA}`, 'u');

export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const unescapeFormula = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);
