// CSVs that are made to keep a process busy. Each is smaller than the 4,000,000 bytes of an upload.
const SIZE = 3_999_999;
const HEADINGS = 'UPC,Product Name,Photo URL 1,Unit MSRP,Unit Wholesale,Unit Asking Price,Units,Description';
const filled = (text) => text.repeat(Math.floor(SIZE / text.length));
const row = (upc, description) => `${upc},Mug,https://a.example.com/1.jpg,20,9,5,7,${description}\n`;

/** Rows whose texts are as long as a description may be, made of marks that have to be sanitized. */
function longDescriptions() {
  const text = '<b>x</b><i>y</i> '.repeat(1_150);
  let file = `${HEADINGS}\n`;
  for (let upc = 10_000_000; file.length + text.length < SIZE - 200; upc++) file += row(upc, text);
  return file;
}

function manyProducts() {
  let file = `${HEADINGS}\n`;
  for (let upc = 10_000_000; file.length < SIZE - 200; upc++) file += row(upc, 'x');
  return file;
}

exports.hostileCsvs = {
  'a cell of 3.9 MB': () => `${HEADINGS}\n${row('12345678', `"${'x'.repeat(3_900_000)}"`)}`,
  '1.9 million columns': () => filled('a,'),
  'rows of one letter': () => filled('a\n'),
  'quotation marks': () => filled('"'),
  commas: () => filled(','),
  newlines: () => filled('\n'),
  'a quotation mark that is never closed': () => `${HEADINGS}\n"${filled('x\n').slice(0, 3_900_000)}`,
  'rows of 250 KB': () => filled(`${'x'.repeat(250_000)}\n`),
  'rows of 500 columns': () =>
    `${HEADINGS}${',x'.repeat(492)}\n${filled(`${'1,'.repeat(499)}1\n`).slice(0, 3_990_000)}`,
  '100,000 rows without a UPC': () => `${HEADINGS}\n${',Mug\n'.repeat(100_000)}`,
  '100,000 UPCs twice': () =>
    `UPC,Product Name\n${Array.from({ length: 100_000 }, (_row, n) => `${10_000_000 + Math.floor(n / 2)},Mug\n`).join('')}`,
  'long descriptions': longDescriptions,
  'as many products as fit': manyProducts,
};
