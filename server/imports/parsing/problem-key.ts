/** Messages that quote values of a row, and their general form. */
const QUOTING_MESSAGES: readonly [RegExp, string][] = [
  [/^“.*” is no price\. /s, 'This is no price. '],
  [
    / has turned this UPC into .* and lost its digits/s,
    ' has turned these UPCs into numbers and lost digits',
  ],
  [/^Enter [\d,]+ \([\d,]+ × [\d,]+\)$/, 'Enter Inner Quantity times Number of Inners'],
  [/^Must make the outer quantity of [\d,]+$/, 'Must make the outer quantity'],
  [/^Enter at least the minimum order, [\d,]+ units?$/, 'Enter at least the minimum order'],
  [/^This row has \d+ cells?, the header has \d+\./, 'These rows do not have as many cells as the header.'],
  [/^This UPC is on line \d+ already: /, 'This UPC stands in the file before: '],
];

/** The message without the row's values. */
export const groupKey = (message: string): string =>
  QUOTING_MESSAGES.reduce((text, [quoting, general]) => text.replace(quoting, general), message);
