import { groupTextOf, problem, textOf } from '../../server/imports/problem-texts';

const ROWS = "These rows don't have as many cells as the header.";

test.each([
  [
    problem('upc_lost_digits', { upc: '1.23E+11' }),
    'A spreadsheet changed this UPC to 1.23E+11 and lost digits. Format the column as text and enter the UPC again',
    'A spreadsheet changed these UPCs to numbers and lost digits. Format the column as text and enter the UPC again',
  ],
  [
    problem('pack_differs', { inner_quantity: 1_000n, inner_count: 4n }),
    'Enter 4,000 (1,000 × 4)',
    'Enter Inner Quantity × Number of Inners',
  ],
  [
    problem('pack_factor_differs', { outer_quantity: 1_200n }),
    'Change this so that Inner Quantity × Number of Inners is 1,200',
    'Change this so that Inner Quantity × Number of Inners is the Outer Quantity',
  ],
  [
    problem('below_minimum', { minimum: 1n }),
    'Enter at least the minimum order, 1 unit',
    'Enter at least the minimum order',
  ],
  [
    problem('converted', { amount: 4.4, unit: 'lbs' }),
    'Will be imported as 4.4 lbs',
    'Will be converted to lbs, oz or inches',
  ],
  [
    problem('repeated_upc', { line: 2 }),
    'Duplicate UPC (first on line 2): only values missing from the first row were used',
    'Duplicate UPC: only values missing from the first row were used',
  ],
  [
    problem('extra_cells', { cells: 11, header: 10, delimiter: ',' }),
    'This row has 11 cells, but the header has 10. Put values with commas in quotes, like "1,000".',
    `${ROWS} Put values with commas in quotes, like "1,000".`,
  ],
  [
    problem('missing_cells', { cells: 1, header: 2 }),
    'This row has 1 cell, but the header has 2. Add the missing cell, even if empty.',
    `${ROWS} Add the missing cell, even if empty.`,
  ],
  [problem('too_long', { max: 20_000 }), 'Maximum 20,000 characters', 'Maximum 20,000 characters'],
  [problem('required'), 'Required', 'Required'],
])('%o names its own value in a row, not in a group', (one, text, groupText) => {
  expect(textOf(one)).toBe(text);
  expect(groupTextOf(one)).toBe(groupText);
});
