const QUOTING_MESSAGES: readonly [RegExp, string][] = [
  [/ changed this UPC to .* and lost digits/s, ' changed these UPCs to numbers and lost digits'],
  [/^Enter [\d,]+ \([\d,]+ × [\d,]+\)$/, 'Enter Inner Quantity × Number of Inners'],
  [
    /^Change this so that Inner Quantity × Number of Inners is [\d,]+$/,
    'Change this so that Inner Quantity × Number of Inners is the Outer Quantity',
  ],
  [/^Enter at least the minimum order, [\d,]+ units?$/, 'Enter at least the minimum order'],
  [
    /^This row has \d+ cells?, but the header has \d+\./,
    "These rows don't have as many cells as the header.",
  ],
  [/^Will be imported as .*$/, 'Will be converted to lbs, oz or inches'],
  [/^Duplicate UPC \(first on line \d+\)/, 'Duplicate UPC'],
];

export const groupKey = (message: string): string =>
  QUOTING_MESSAGES.reduce((text, [quoting, general]) => text.replace(quoting, general), message);
