import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { toJson } from '../../server/contract/json';
import { cents } from '../../server/contract/money';
import { type AnyContent, TEMPLATE_VERSION } from '../../server/documents/pdf/content';
import { renderDocument } from '../../server/documents/pdf/render';
import { createDocumentRenderer } from '../../server/documents/pdf/renderer';
import { readPdf, textOf } from '../support/pdf';
import { productionBuild } from '../support/roots';
import { aCreditMemo, anInvoice, aPackingSlip, aPurchaseOrder, pricedLines } from './contents';

const root = productionBuild();
const BRAND_ADDRESS = '1200 Market Street, Dayton, OH 45402';
const BILLING = {
  company: 'Ridgeline Holdings LLC',
  line1: '9 Court Plaza',
  line2: 'Suite 300',
  city: 'Columbus',
  region: 'OH',
  postal_code: '43215',
  country: 'US',
};
const rendered = (content: AnyContent, options = {}) =>
  renderDocument(root, TEMPLATE_VERSION, content, options);
const linesOf = async (content: AnyContent) =>
  readPdf(await rendered(content)).pages.flatMap(({ lines }) => lines);

const samples: Record<AnyContent['kind'], AnyContent> = {
  purchase_order: aPurchaseOrder(5),
  invoice: anInvoice(5),
  packing_slip: aPackingSlip(5),
  credit_memo: aCreditMemo(),
};

/** Documents look as they were issued: a change of these bytes is a new version. */
const FIRST: Record<AnyContent['kind'], string> = {
  purchase_order: '4664583e1395f103d59f74cef54875c5715166f09332404490dcd797ec0699d8',
  invoice: '6f0957bf6d8b94fdd885effe4d163b639260b559546028ed4d1cf50977714171',
  packing_slip: '231d9cda217a6091e66c63fd4a1c2ca0c760af9127e3f50c8b9643b82f35a382',
  credit_memo: 'ffe651de51a2db2c2ea9e7ecc0bfba9d31fe6ceda936baaaf7fd2791184880a1',
};

test.each(Object.entries(samples))('%s: the bytes of template 1', async (kind, content) => {
  const file = await renderDocument(root, 1, content, { compress: false });
  expect(createHash('sha256').update(file).digest('hex')).toBe(FIRST[kind as AnyContent['kind']]);
});

const billed = { tax: 'not_collected', bill_to: { ...BILLING }, brand_address: BRAND_ADDRESS } as const;

const SECOND: Record<AnyContent['kind'], string> = {
  purchase_order: 'b39e6dbfb34a09d0088f900cd1f9be8c52ffc5332e449419ba1e9ddb8559c7c2',
  invoice: '472c1d7c074c1f396e83d370d07fc213e971659c8c53f146b6b486b94524bc30',
  packing_slip: '231d9cda217a6091e66c63fd4a1c2ca0c760af9127e3f50c8b9643b82f35a382',
  credit_memo: '43e8f2caea8c77c421cf577b89a1e3f355bcbac0b7ba8005affcf1856193f729',
};

test.each(Object.entries(samples))('%s: the bytes of template 2', async (kind, content) => {
  const file = await renderDocument(root, 2, { ...content, ...billed } as AnyContent, { compress: false });
  expect(createHash('sha256').update(file).digest('hex')).toBe(SECOND[kind as AnyContent['kind']]);
});

/** Since version 3, days are in the buyer's zone. */
const THIRD: Record<AnyContent['kind'], string> = {
  purchase_order: 'd3992256c1e531b47a12f242ff60b3b9863e346a912ee17f703f38bf4f0001fa',
  invoice: '66d24ef904aa383c84e3f4575f469d25a74988bff4883a93e21bfdefd46bd83b',
  packing_slip: '231d9cda217a6091e66c63fd4a1c2ca0c760af9127e3f50c8b9643b82f35a382',
  credit_memo: '615d3ba0c317e6c24c8cf4f52b52e847dd2dae38ecef7a82241022e1f5d71a00',
};

test.each(Object.entries(samples))('%s: the bytes of template 3', async (kind, content) => {
  const zoned = { ...content, ...billed, zone: 'America/New_York' } as AnyContent;
  const file = await renderDocument(root, 3, zoned, { compress: false });
  expect(createHash('sha256').update(file).digest('hex')).toBe(THIRD[kind as AnyContent['kind']]);
});

const FOURTH: Record<AnyContent['kind'], string> = {
  purchase_order: '1b760242e2a89b69fddff7f0ae03aaff56ab1173bfe95ad701391f4acf17235d',
  invoice: 'b6050ac4a4452366fb19ff9c0f01f41e538c36e4fe9caa4616b805b8fb1386fd',
  packing_slip: 'e0418e6c657c04df0b3e6ce5845c3103e9346f5c2dd0b046439f171fc061fece',
  credit_memo: 'b848c277d9971cf3e49962090c9cc072fa5f3d828dc8409b1e25bc00ed7c7896',
};

const ordered = { your_po: '4500012345', ordered_by: 'Ben Ruiz', approved_by: 'Anna Bauer' } as const;

test.each(Object.entries(samples))('%s: the bytes of template 4', async (kind, content) => {
  const named = { ...content, ...billed, zone: 'America/New_York', ...ordered } as AnyContent;
  const file = await renderDocument(root, 4, named, { compress: false });
  expect(createHash('sha256').update(file).digest('hex')).toBe(FOURTH[kind as AnyContent['kind']]);
});

test('orders and invoices name the number of the buyer, who ordered and who approved', async () => {
  for (const content of [
    aPurchaseOrder(1),
    anInvoice(1, { replaces: 'INV-100042', number: 'INV-100042-2' }),
  ]) {
    const text = (await linesOf({ ...content, ...ordered })).join('\n');
    for (const part of ['Your PO', '4500012345', 'Ordered by', 'Ben Ruiz', 'Approved by', 'Anna Bauer'])
      expect(text).toContain(part);
    expect(text.includes('Replaces')).toBe(content.kind === 'invoice');
  }
  expect((await linesOf({ ...aPurchaseOrder(1), ordered_via: 'ERP sync' })).join('\n')).toContain('ERP sync');
});

const ELSEWHERE = `
  import { Worker } from 'node:worker_threads';
  import { buffer } from 'node:stream/consumers';
  const thread = new Worker(process.argv[1] + '/dist/pdf-thread.js', { workerData: process.argv[1], execArgv: [] });
  thread.once('message', ({ file }) => process.stdout.write(file, () => process.exit()));
  thread.postMessage({ templateVersion: 1, content: String(await buffer(process.stdin)) });`;

test('two processes render the same bytes, compressed as they are stored', async () => {
  const content = toJson(anInvoice(40));
  const renderer = createDocumentRenderer(root);
  const here = Buffer.from(await renderer.render({ templateVersion: TEMPLATE_VERSION, content }));
  await renderer.stop();
  const elsewhere = execFileSync(process.execPath, ['--input-type=module', '-e', ELSEWHERE, root], {
    input: content,
    maxBuffer: 8 * 1024 * 1024,
  });
  expect(elsewhere.equals(here)).toBe(true);
});

test('an invoice says who sold what to whom, what was paid and when', async () => {
  const lines = await linesOf(anInvoice(1));
  expect(lines).toEqual([
    expect.stringMatching(/Lotwise/),
    expect.stringMatching(/Invoice/),
    'Invoice number INV-100042',
    'Date of issue Nov 22, 2026',
    'Date paid Nov 23, 2026',
    'Purchase order PO-100042',
    'Offer OF-100057',
    'Shipping Freight quoted by seller',
    'Seller Bill to Ship to',
    'Northline Outdoor Ridgeline Retail Ridgeline Retail',
    'Reno, NV Attn: Receiving',
    'United States 400 Linden Avenue',
    'Dock 4',
    'Dayton, OH 45403',
    'United States',
    '(937) 224-5678',
    '$236.49 paid on Nov 23, 2026',
    'Description Quantity Unit price Amount',
    'Crew Socks, 6-Pack, Charcoal 1 1 $1.99 $1.99',
    'UPC 100000000000',
    'Goods $1.99',
    'Freight $234.50',
    'Total $236.49',
    'Paid on Nov 23, 2026 $236.49',
    'Paid through Lotwise. Questions? Write to Lotwise at hello@example.com.',
    'Invoice INV-100042 Page 1 of 1',
  ]);
});

test('days are those of the buyer, else of UTC by name, and what the lines cost is the subtotal', async () => {
  const late = { issued_at: '2026-11-24T02:30:00.000Z', paid_at: '2026-11-24T03:30:00.000Z' };
  const lines = async (zone: string) => (await linesOf(anInvoice(1, { ...late, zone }))).join('\n');
  const eastern = await lines('America/New_York');
  for (const text of ['Date of issue Nov 23, 2026\n', 'paid on Nov 23, 2026\n', 'Subtotal $1.99'])
    expect(eastern).toContain(text);
  expect(await lines('UTC')).toContain('Date of issue Nov 24, 2026 (UTC)\n');
  const order = await linesOf({ ...aPurchaseOrder(1), zone: 'America/New_York' });
  expect(order.join('\n')).toContain('due by Nov 24, 2026, 10:00 AM EST');
});

test('a purchase order names the deadline, and of the ship-to only the city', async () => {
  const text = (await linesOf(aPurchaseOrder(5))).join('\n');
  expect(text).toContain('due by Nov 24, 2026, 3:00 PM UTC');
  expect(text).toContain('Wait for payment before you ship.');
  expect(text).toContain('Dayton, OH 45403');
  expect(text).not.toMatch(/Linden|224-5678/);
});

test('a packing slip has no price', async () => {
  const text = (await linesOf(aPackingSlip(5))).join('\n');
  expect(text).toMatch(/Crew Socks, 6-Pack, Charcoal 1 6 1/);
  expect(text).toContain('Tracking 1Z999AA10123456784, 1Z999AA10123456785');
  expect(text).toContain('12 cartons, 1 pallet, 480 lb');
  expect(text).toContain('Receiving No loading dock · Delivery appointment required · Mon–Fri 8 AM – 3 PM');
  expect(text).not.toMatch(/\$|price|amount|total/i);
});

test('a packing slip lists all of 50 tracking numbers within the margins', async () => {
  const tracking_numbers = Array.from({ length: 50 }, (_number, index) => `${'7'.repeat(38)}${10 + index}`);
  const { pages } = readPdf(await rendered(aPackingSlip(1, { tracking_numbers })));
  const text = pages.flatMap(({ lines }) => lines).join('\n');
  for (const number of tracking_numbers) expect(text).toContain(number);
  for (const { width, furthest } of pages) expect(furthest).toBeLessThanOrEqual(width - 49);
});

test('goods that are collected have the place to collect them', async () => {
  const text = (
    await linesOf(
      aPackingSlip(1, {
        terms: 'pickup',
        ship_to: null,
        carrier: null,
        carrier_instructions: 'Dana, white truck',
      }),
    )
  ).join('\n');
  expect(text).toContain('Pick up at');
  expect(text).toContain('Carrier Dana, white truck');
  expect(text).not.toContain('Ship to');
});

test('a missing address is said to be missing', async () => {
  const text = (await linesOf(anInvoice(1, { ship_to: null, ship_from: null }))).join('\n');
  expect(text).toContain('No address yet.');
});

test('a credit memo names its invoice and what is credited', async () => {
  const text = (await linesOf(aCreditMemo())).join('\n');
  for (const part of [
    'Invoice INV-100042',
    'Merino Beanie 3 $30.00',
    'Freight $5.00',
    'Total credited $35.00',
  ])
    expect(text).toContain(part);
});

test.each([1, 5, 500])(
  '%i lines: tagged Letter pages with a head on each and every line once',
  async (count) => {
    const { pages, info, marked } = readPdf(await rendered(anInvoice(count)));
    expect([marked, info.Title, info.Language]).toEqual([true, 'Invoice INV-100042', 'en-US']);
    const text = pages.flatMap(({ lines }) => lines);
    for (const [index, { lines, width, height, furthest }] of pages.entries()) {
      expect([width, height]).toEqual([612, 792]);
      expect(furthest).toBeLessThanOrEqual(width - 49);
      expect(lines).toContain('Description Quantity Unit price Amount');
      expect(lines.at(-1)).toBe(`Invoice INV-100042 Page ${index + 1} of ${pages.length}`);
    }
    for (const { upc } of pricedLines(count))
      expect(text.filter((line) => line.startsWith(`UPC ${upc}`))).toHaveLength(1);
    // The last page has the totals, below at least one line.
    const last = pages.at(-1)?.lines ?? [];
    expect(last.some((line) => line.startsWith('UPC '))).toBe(true);
    expect(last.some((line) => line.startsWith('Total $'))).toBe(true);
  },
);

test('the table is one for screen readers: a head of column titles, then rows', async () => {
  const { pages } = readPdf(await rendered(anInvoice(3)));
  const roles = pages[0]?.roles ?? [];
  const table = roles.slice(roles.indexOf('Table'), roles.lastIndexOf('TD') + 1);
  const cells = (cell: string) => ['TR', cell, cell, cell, cell];
  expect(table).toEqual(['Table', ...cells('TH'), ...cells('TD'), ...cells('TD'), ...cells('TD')]);
  expect(roles.filter((role) => role === 'H1')).toHaveLength(1);
});

const withName = async (name: string, version = TEMPLATE_VERSION) => {
  const [line] = pricedLines(1);
  if (!line) throw new Error('There is no line');
  return textOf(await renderDocument(root, version, anInvoice(1, { lines: [{ ...line, name }] })));
};

test('documents of version 1 print boxes for what Figtree has not, and none is lost', async () => {
  const name = 'Łódź ŐŰ Ççğş é (e\u0301) 日本 שלום 👩‍🚀 end';
  expect(await withName(name, 1)).toContain('Łódź ŐŰ Ççğş é (é) □□ □□□□ □□ end');
});

test.each([
  ['inches and feet', '27″ monitor, 6′ cable, 12½ lb, 20 °C'],
  ['Greek', 'Ελληνικό λάδι Άνθος'],
  ['Cyrillic', 'Кириллица Ёлка Їжак'],
  ['Vietnamese', 'Đường phố Hồ Chí Minh, cà phê sữa'],
  ['Central European', 'Łódź ŐŰ Ççğş Žluťoučký'],
  ['Chinese', '深圳市华强电子 羽绒服 電子 經銷商'],
  ['Japanese', '東京カタカナひらがな'],
  ['symbols', '→ ✓ ★ ① ™ № ≥'],
  ['emoji', '📦 🔥 😀'],
])('%s is printed as it is written', async (_script, name) => {
  const text = await withName(name);
  expect(text.replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
  expect(text).not.toContain('□');
});

test('what no font has is a box, marks of emoji are left out, and nothing else is lost', async () => {
  expect(await withName('Korean 한국 שלום 👩🏽‍🚀 ❤️ end')).toContain('Korean □□ □□□□ 👩🚀 ❤ end');
});

test('an invoice has what bookkeeping reads: bill-to, tax, and who issued it', async () => {
  const text = (await linesOf({ ...anInvoice(1), ...billed })).join('\n');
  for (const part of ['9 Court Plaza', 'Columbus, OH 43215', 'Tax: not collected $0.00', BRAND_ADDRESS])
    expect(text).toContain(part);
});

test('a credit memo has unit prices', async () => {
  const memo = aCreditMemo();
  const lines = memo.lines.map((line) => ({ ...line, unit_cents: cents(1_000) }));
  const text = (await linesOf({ ...memo, ...billed, lines })).join('\n');
  expect(text).toContain('Description Quantity Unit price Amount');
  expect(text).toContain('Merino Beanie 3 $10.00 $30.00');
  expect(text).toContain('Tax: not collected');
});

const HOSTILE = [
  '\u202Egnp.exe\u202C',
  '\u0007\u0000bell\u2066\u2069\u200B\uFEFF',
  '<script>alert(1)</script>',
  '(\\)Tj ET Q',
  'x'.repeat(10_000),
  '👩‍🚀'.repeat(10_000),
  'word '.repeat(10_000),
  '   ',
];

test.each(HOSTILE)(
  'hostile text %#: one row that stays within its margins',
  async (name) => {
    const lines = pricedLines(2).map((line) => ({
      ...line,
      name,
      sku: name.slice(0, 2_000),
      quantity: 9_000_000_000_000_000_000n,
      total_cents: cents(99_999_999),
    }));
    const company = { ship_to: { company: name, line1: name, city: name, region: 'OH', country: 'US' } };
    const file = await rendered(
      anInvoice(2, { lines, buyer: name, seller: name, brand: 'B'.repeat(60), ...company }),
    );
    const { pages } = readPdf(file);
    expect(pages.length).toBeLessThanOrEqual(2);
    const text = pages.flatMap(({ lines }) => lines).join('\n');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text.match(/9,000,000,000,000,000,000/g)).toHaveLength(2);
    for (const { width, furthest } of pages) expect(furthest).toBeLessThanOrEqual(width - 49);
  },
  60_000,
);
