import { openCsv } from '../../server/imports/parsing/csv';
import { matchHeadings } from '../../server/imports/parsing/header-mapping';
import { type ReadRow, readRow } from '../../server/imports/parsing/row';
import { cellOf, readCell } from '../../server/imports/parsing/values';
import { textOf, textsOf } from '../../server/imports/problem-texts';

const PHOTO = 'https://pictures.example.com/lamp.jpg';

type Cell = Parameters<typeof readCell>;

const problemWith = (...cell: Cell) => {
  const read = readCell(...cell);
  return 'problem' in read ? textOf(read.problem) : null;
};

async function rowsOf(text: string): Promise<ReadRow[]> {
  const file = await openCsv(Buffer.from(text));
  const mapping = matchHeadings(file.headings, new Map()).map(({ field }) => field);
  const rows: ReadRow[] = [];
  for await (const row of file.rows()) rows.push(readRow(row, mapping));
  expect(rows).toHaveLength(file.total);
  return rows;
}

test.each([';', ',', '\t'])(
  "the first line that names the delimiter for Excel (%o) isn't data",
  async (sign) => {
    const [row] = await rowsOf(`\ufeffsep=${sign}\r\nUPC${sign}Product Name\r\n12345678${sign}Lamp\r\n`);
    expect(row).toMatchObject({ line: 3, upc: '12345678', name: 'Lamp', refused: {} });
  },
);

test('a heading that only begins like that line stays a heading', async () => {
  const { headings } = await openCsv(Buffer.from('sep=x,UPC\n1,12345678\n'));
  expect(headings).toEqual(['sep=x', 'UPC']);
});

test('digits that a formula keeps as text are read, hidden characters are not', async () => {
  const [first, second, third] = await rowsOf(
    `UPC,Product Name,Units\n"=""012345678905""",Lamp,5\n\u200b012345678906\u2060,Lamp\u200d,\ufeff7\n,,8\n`,
  );
  expect(first).toMatchObject({ upc: '012345678905', refused: {} });
  expect(second).toMatchObject({ upc: '012345678906', name: 'Lamp\u200d', input: { units: 7n } });
  expect(textsOf(third?.refused ?? {})).toEqual({ upc: 'Required', name: 'Required' });
});

test.each([
  ['Nov-27', '11/2027'],
  ['nov-2027', '11/2027'],
  ['November 2027', '11/2027'],
  ['Sept-26', '09/2026'],
  ['2027-11', '11/2027'],
  ['2027-11-01', '11/2027'],
  ['2027-11-30 00:00:00', '11/2027'],
])('the month that a spreadsheet wrote as %s is %s', (cell, month) => {
  expect(readCell('expiration_date', cell)).toEqual({ value: month });
});

test.each([
  '27-Nov',
  'Nov 27',
  '11/1/2027',
  '11/27',
  '46692',
  'Marble-27',
  '2027-13',
  '2027-11-32',
  'Nov-1027',
])('%s may be another month, so it is refused', (cell) => {
  expect(problemWith('expiration_date', cell)).toBe('Enter a month and year as MM/YYYY');
});

test('whole numbers may have empty decimals; three digits after a point may be thousands', () => {
  expect(readCell('units', '100.0')).toEqual({ value: 100n });
  expect(readCell('units', '1,200.00')).toEqual({ value: 1200n });
  for (const text of ['1.000', '1.5', '.0', '100.', '1e3'])
    expect(problemWith('units', text)).toBe('Enter a whole number');
});

test('a row with a photo and every required value is listed', async () => {
  const [row] = await rowsOf(
    `UPC,Product Name,Photo URL 1,Unit MSRP,Unit Wholesale,Unit Asking Price,Units\n12345678,Lamp,${PHOTO},9.99,5.00,4.50,100.0\n`,
  );
  expect(row).toMatchObject({ incomplete: {}, refused: {}, input: { units: 100n, seller_price_cents: 450 } });
});

test('titles above the header are skipped, and lines are counted from the top of the file', async () => {
  const titles = 'Acme Overstock,,\n"Updated\nNov 1",,\n,,\n';
  const [row, ...more] = await rowsOf(`${titles}Barcode,Title,Qty\n12345678,Lamp,5\n`);
  expect(row).toMatchObject({ line: 5, upc: '12345678', input: { units: 5n }, refused: {} });
  expect(more).toEqual([]);
});

test('without known headings the first row is the header, whatever follows', async () => {
  const { headings, total } = await openCsv(Buffer.from('Code,Item\n12345678,Lamp\n'));
  expect([headings, total]).toEqual([['Code', 'Item'], 1]);
});

test('headings far below the start of a file are data', async () => {
  const titles = 'Acme,Overstock\n'.repeat(20);
  const file = await openCsv(Buffer.from(`${titles}UPC,Product Name\n`));
  expect(file.headings).toEqual(['Acme', 'Overstock']);
});

const HEADER = 'UPC;Product Name;Photo URL 1;Unit MSRP;Unit Wholesale;Unit Asking Price;Units;Weight';
const line = (numbers: string) => `12345678;Lamp;${PHOTO};${numbers}\r\n`;

test('numbers with decimal commas, as in many countries, are read between semicolons', async () => {
  const [first, second] = await rowsOf(
    `${HEADER}\r\n${line('1.299,00;12,5;$1 250,00;1.000,0;1,5')}${line('12,50 $;9;12,50;7;0,5')}`,
  );
  expect(first).toMatchObject({
    incomplete: {},
    input: {
      msrp_cents: 129_900,
      wholesale_cents: 1_250,
      seller_price_cents: 125_000,
      units: 1_000n,
      weight: 1.5,
    },
  });
  expect(second).toMatchObject({
    incomplete: {},
    input: { msrp_cents: 1_250, seller_price_cents: 1_250, weight: 0.5 },
  });
});

test('many blank lines and blanks between semicolons are no work', async () => {
  const blanks = `${'\n'.repeat(20_000)};${' '.repeat(100_000)}\n`;
  const [row] = await rowsOf(`${HEADER}\r\n${line('20;9;5;7;1')}${blanks}`);
  expect(row).toMatchObject({ incomplete: {}, input: { units: 7n } });
});

test('beside decimal commas, three digits after a separator may be decimals, so they are refused', async () => {
  const [row] = await rowsOf(`${HEADER}\r\n${line('12,50;1,299;$1,299.00;1.500;2.125')}`);
  const unclear = "Enter this number without separators: it's unclear whether decimals follow";
  expect(textsOf(row?.incomplete ?? {})).toMatchObject({ wholesale_cents: unclear, units: unclear });
  expect(row?.warnings.map(({ field, problem }) => [field, textOf(problem)])).toEqual([['weight', unclear]]);
  const [decimals] = await rowsOf(`${HEADER}\r\n${line('12,50;9;5;7;0.500')}`);
  expect(decimals).toMatchObject({ input: { weight: 0.5 }, warnings: [] });
  const [plain] = await rowsOf(`${HEADER}\r\n${line('20;9;5;1,500;1')}`);
  expect(plain).toMatchObject({ incomplete: {}, input: { units: 1_500n } });
});

test('between commas and in another currency, a decimal comma is refused', async () => {
  const [euros] = await rowsOf(`${HEADER}\r\n${line('12,50 €;9,00;€9,00;7;1')}`);
  const text = 'Enter a price like 9.99 or $9.99';
  expect(textsOf(euros?.incomplete ?? {})).toEqual({ msrp_cents: text, seller_price_cents: text });
  expect(problemWith('msrp_cents', '12,50')).toBe(text);
});

test.each([
  ["'012345678905", '012345678905'],
  ['12345678905.0', '12345678905'],
  ['0 12345 67890 5', '012345678905'],
  ['978-0-306-40615-7', '9780306406157'],
])('the UPC that was exported as %s is read', (cell, digits) => {
  expect(cellOf('upc', cell)).toBe(digits);
});

test.each(['2027-11-01', '212-555-010-123', '0 12345 67890 6', '12-34', "'1234", '1.2E+10'])(
  'what may be no UPC, like %s, stays as it is',
  (cell) => {
    expect(cellOf('upc', cell)).toBe(cell);
  },
);

test.each(['https://a.example.com/1.jpg,https://a.example.com/2.jpg', 'https://a.example.com/1 2.jpg'])(
  'a cell with more than one photo URL says so: %s',
  (cell) => {
    expect(problemWith('photo_1', cell)).toBe('Enter one photo URL per column, without spaces');
  },
);

test('a photo URL that has another in its path is one', () => {
  const proxied = 'https://proxy.example.com/w_200,h_200/https://a.example.com/1.jpg';
  expect(readCell('photo_1', proxied)).toEqual({ value: proxied });
});

test('prices in dollars and the columns of wholesale lists are recognized', () => {
  const headings = ['UPC Number', 'Item Name', 'Images', 'Unit Retail (USD)', 'wholesale_usd', 'Price (US$)'];
  expect(matchHeadings(headings, new Map()).map(({ field }) => field)).toEqual([
    ...['upc', 'name', 'photo_1', 'msrp_cents', 'wholesale_cents', 'seller_price_cents'],
  ]);
  expect(matchHeadings(['Price (EUR)', 'USD', 'Bonus'], new Map()).map(({ field }) => field)).toEqual([
    null,
    null,
    null,
  ]);
});

test("the stock in a shop's own export is recognized", () => {
  for (const heading of ['Variant Inventory Qty', 'Qty Available', 'Quantity on Hand'])
    expect(matchHeadings([heading], new Map())).toEqual([{ field: 'units', by: 'likeness' }]);
});
