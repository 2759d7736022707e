import fc from 'fast-check';
import { escapeFormula } from '../../server/contract/csv';
import { stripInvisible } from '../../server/contract/strip-invisible';
import { type ExistingProduct, NEW_PRODUCT } from '../../server/imports/existing-product';
import { merge } from '../../server/imports/merge';
import { openCsv } from '../../server/imports/parsing/csv';
import { UnreadableFile } from '../../server/imports/parsing/records';
import { readRow } from '../../server/imports/parsing/row';
import { plainCell, readCell } from '../../server/imports/parsing/values';
import { textsOf } from '../../server/imports/problem-texts';
import { importFields } from '../../server/imports/rules';
import { productFields } from '../../server/products/input-schema';

/** Texts with all that a file trips over. */
const nasty = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom('"', ',', ';', '\n', '\r\n', "'", '=', '+', '-', '@', ' ', '\t'),
      },
      { weight: 3, arbitrary: fc.constantFrom('0', '1', '9', '.', '$', 'E', '00', 'a', 'é', '😀', '漢') },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').replaceAll('\u0000', '').replaceAll('\ufeff', ''));

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const needsQuotes = (cell: string, delimiter: string) =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) || cell !== cell.trim();

const files = fc.record({
  rows: fc.array(fc.array(nasty, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
  delimiter: fc.constantFrom(',', ';', '\t'),
  newline: fc.constantFrom('\n', '\r\n'),
  bom: fc.boolean(),
  allQuoted: fc.boolean(),
  lastNewline: fc.boolean(),
});

async function read(bytes: Buffer) {
  const file = await openCsv(bytes);
  const rows: { line: number; cells: readonly string[] }[] = [];
  for await (const row of file.rows()) rows.push(row);
  return { headings: file.headings, rows, total: file.total };
}

const HEADINGS = ['UPC', 'Product Name', 'SKU'];

test('what was written is what is read, to the last character, in 10,000 random files', async () => {
  await fc.assert(
    fc.asyncProperty(files, async ({ rows, delimiter, newline, bom, allQuoted, lastNewline }) => {
      const write = (cells: readonly string[]) =>
        cells
          .map((cell) => (allQuoted || needsQuotes(cell, delimiter) ? quoted(cell) : cell))
          .join(delimiter);
      const text = [HEADINGS, ...rows].map(write).join(newline) + (lastNewline ? newline : '');
      const file = await read(Buffer.from((bom ? '\ufeff' : '') + text));
      expect(file.headings).toEqual(HEADINGS);
      const expected = rows
        .map((cells, at) => ({ line: at + 2, cells }))
        .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
      expect(file.rows.map(({ line, cells }) => ({ line, cells: [...cells] }))).toEqual(expected);
      expect(file.total).toBeGreaterThanOrEqual(expected.length);
    }),
    { numRuns: 10_000 },
  );
}, 120_000);

test('any bytes are read or refused with a reason, and nothing else', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
    fc
      .array(fc.constantFrom('"', ',', '\n', '\r', ' ', 'a', ';'), { maxLength: 30 })
      .map((parts) => Buffer.from(parts.join(''))),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (file) => {
      await read(file).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnreadableFile);
      });
    }),
    { numRuns: 3_000 },
  );
});

/** What stands before a formula sign unseen, and the signs in their other widths. */
const disguised = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '\u200b',
          '\ufeff',
          '\u2060',
          '\u00ad',
          '\ufe0f',
          '\t',
          '\r',
          '\u00a0',
          "'",
        ),
      },
      { weight: 3, arbitrary: fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠') },
      { weight: 2, arbitrary: nasty },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** A spreadsheet's view: without what is not shown, with full-width signs folded. */
const asSpreadsheet = (cell: string) =>
  cell.normalize('NFKC').replace(/^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u, '');

test('no exported cell starts a formula, and the import reads each back exactly', () => {
  fc.assert(
    fc.property(fc.oneof(nasty, disguised), (cell) => {
      const text = stripInvisible(cell);
      expect(asSpreadsheet(escapeFormula(text))).not.toMatch(/^[=+\-@]/);
      expect(plainCell(escapeFormula(text))).toBe(text);
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  '＝1',
  '＋1',
  '－1',
  '＠A1',
  '⁺1',
  '₌1',
  '⩵1',
  '﬩1',
  '\u200b=1',
  '\ufeff=1',
  '\u00ad+1',
  '\u00a0-1',
  '\t=1',
  '\r@A1',
  '\n=1',
])('the cell %o gets an apostrophe', (cell) => {
  expect(escapeFormula(cell)).toBe(`'${cell}`);
  expect(escapeFormula(`x${cell}`)).toBe(`x${cell}`);
});

test('a row is taken whole or refused with both numbers of cells, never cut', async () => {
  const cell = fc.constantFrom('', ' ', '1', '000', 'a "quoted" one', '1,000', 'x;y');
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 });
  const written = fc.record({ rows, width: fc.integer({ min: 1, max: 8 }), empty: fc.nat({ max: 2 }) });
  await fc.assert(
    fc.asyncProperty(written, async ({ rows: lines, width, empty }) => {
      const header = [...importFields.slice(0, width), ...Array(empty).fill('')];
      const mapping = header.map((_heading, at) => (at < width ? (importFields[at] ?? null) : null));
      const text = [header, ...lines].map((cells) => cells.map(quoted).join(',')).join('\n');
      for await (const raw of (await openCsv(Buffer.from(text), 1)).rows()) {
        const given = lines[raw.line - 2] ?? [];
        const { refused, cells } = readRow(raw, mapping);
        const texts = textsOf(refused);
        if (given.length > header.length || given.length < width) {
          const expected = given.length > header.length ? header.length : width;
          expect(Object.keys(texts)).toEqual(['row']);
          expect(texts.row).toMatch(
            new RegExp(`^This row has ${given.length} cells?, but the header has ${expected}\\. .+`),
          );
          continue;
        }
        const isSplit = given.some((one, at) => /^\d{1,3}$/.test(one.trim()) && given[at + 1] === '000');
        if (isSplit && given.slice(width).some((one) => one.trim() !== '')) {
          expect(texts.row).toMatch(/^A value in this row has no heading, and a number may be split\./);
          continue;
        }
        expect(texts.row).toBeUndefined();
        mapping.forEach((field, at) => {
          if (field) expect(cells[field]).toBe(stripInvisible(given[at] ?? ''));
        });
      }
    }),
    { numRuns: 3_000 },
  );
});

const values = fc.oneof(
  nasty,
  fc.constantFrom(
    '$9.99',
    '9.99',
    '9,99',
    '1,200.50',
    '0',
    '-1',
    '1.23E+11',
    '012345678905',
    '12345678',
    'Toy',
    'unisex',
  ),
  fc.constantFrom(
    'Retail ready',
    'oz',
    '1/2027',
    '13/2027',
    'https://a.example.com/1.jpg',
    'https://imgur.com/1.jpg',
  ),
  fc.nat().map(String),
  fc.double({ min: 0, max: 100_000, noNaN: true }).map((number) => number.toFixed(2)),
);

test('whatever a cell is read as, the forms take as well', () => {
  fc.assert(
    fc.property(fc.constantFrom(...importFields), values, (field, cell) => {
      const text = cell.trim();
      if (text === '') return;
      const read = readCell(field, text);
      if ('problem' in read) return;
      const taken = productFields.validateSync({ [field]: read.value }) as unknown as Record<string, unknown>;
      expect(taken[field]).toEqual(read.value);
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  ['msrp_cents', '$9.99', 999],
  ['msrp_cents', '9.9', 990],
  ['msrp_cents', '1,200', 120_000],
  ['upc', '000012345678', '000012345678'],
  ['units', '8999999999999999999', 8_999_999_999_999_999_999n],
  ['units', '1,200', 1_200n],
  ['category', 'Toy', 'toys'],
  ['category', 'Miscellaneous', 'other category'],
  ['expiration_date', '5/2027', '05/2027'],
  ['weight', '.5', 0.5],
] as const)('%s “%s” is read', (field, text, value) => {
  expect(readCell(field, text)).toEqual({ value });
});

test.each([
  ['\u202d12345678\u202c', '12345678'],
  ['\ufeff\u200b', ''],
  ['\u00a0Mug\u00a0', 'Mug'],
  ["'=Mug", '=Mug'],
])('of the cell %o what can be seen is read', (cell, text) => {
  expect(plainCell(cell)).toBe(text);
});

test.each([
  ['upc', '1.23E+11'],
  ['upc', ' 12345678'],
  ['msrp_cents', '9,99'],
  ['msrp_cents', '9.999'],
  ['msrp_cents', '0.00'],
  ['msrp_cents', '€9.99'],
  ['units', '1.5'],
  ['units', '9000000000000000001'],
  ['units', '1E+3'],
  ['units', '1,5'],
  ['units', '1,,200'],
  ['weight', '1,5'],
  ['weight', '0x10'],
  ['weight', '1e3'],
  ['weight', 'Infinity'],
  ['expiration_date', '01/0000'],
  ['expiration_date', '1/27'],
  ['expiration_date', '001/2027'],
] as const)('%s “%s” is refused, never guessed', (field, text) => {
  expect(readCell(field, text)).toHaveProperty('problem');
});

describe('Merging', () => {
  const row = fc
    .record({
      upc: fc.constant('12345678'),
      name: fc.constant('Mug'),
      cells: fc.dictionary(fc.constantFrom(...importFields.slice(2)), values),
    })
    .map(({ upc, name, cells }) => {
      const all: Record<string, string> = { ...cells, upc, name };
      const fields = Object.keys(all) as typeof importFields;
      return readRow({ line: 2, cells: fields.map((field) => all[field] ?? '') }, fields);
    });
  const isFilled = (known: ExistingProduct, field: (typeof importFields)[number]) =>
    known[field] !== NEW_PRODUCT[field] && known[field] !== null;

  test('never changes what is there', () => {
    fc.assert(
      fc.property(row, row, (first, second) => {
        const before = merge(null, first).after;
        const { after, input } = merge(before, second);
        for (const field of importFields) {
          if (!isFilled(before, field)) continue;
          expect(after[field]).toEqual(before[field]);
          expect(input[field]).toBeUndefined();
        }
        expect(after.provisional && !before.provisional).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  test('the same row again changes nothing', () => {
    fc.assert(
      fc.property(row, (one) => {
        const first = merge(null, one);
        expect(first.outcome).toBe('new');
        const again = merge(first.after, one);
        expect(again).toMatchObject({ outcome: 'unchanged', input: {}, errors: first.errors });
        expect(again.after).toEqual(first.after);
      }),
      { numRuns: 3_000 },
    );
  });

  test('keeps every value that is good, and says what it made of the others', () => {
    fc.assert(
      fc.property(row, (one) => {
        const { after, errors, warnings } = merge(null, one);
        const photos = ['photo_1', 'photo_2', 'photo_3', 'photo_4', 'photo_5'];
        for (const [field, text] of Object.entries(one.cells)) {
          if (!text || photos.includes(field)) continue;
          const kept =
            isFilled(after, field as never) ||
            after[field as keyof ExistingProduct] === NEW_PRODUCT[field as keyof ExistingProduct];
          const reported = field in errors || warnings.some((warning) => warning.field === field);
          expect(kept || reported).toBe(true);
        }
        expect(after.provisional).toBe(Object.keys(errors).length > 0);
      }),
      { numRuns: 3_000 },
    );
  });
});
