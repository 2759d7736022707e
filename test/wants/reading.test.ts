import type { Buyer } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { presign } from '../../server/uploads/contract';
import * as calls from '../../server/wants/contract';
import { wantJobs } from '../../server/wants/jobs';
import { readAndMatch } from '../../server/wants/reading/read';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';
import { isWaiting } from '../support/workers';
import { aWantList, pageOf } from './support';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const read = () => runDueJobs(app.services, wantJobs);

const listOf = (buyer: Buyer, text: string) => aWantList(factory, buyer, text);

const read1 = async (text: string) => (await listOf(await factory.aBuyer(), text)).page;

test('a text is read by its headings, whatever they are called and in which order', async () => {
  const product = await factory.aProduct({ upc: '036000291452', sku: 'MUG-7' });
  const { lines } = await read1(
    'Max price;Qty needed;Barcode;SKU;Product name\n4.75;1,200;036000291452;;Mug\n;2;;mug-7;\n5;3;;;No Such Thing',
  );
  expect(lines).toMatchObject([
    { line: 2, upc: '036000291452', name: 'Mug', quantity: 1200n, target_cents: 475, status: 'matched' },
    { line: 3, sku: 'mug-7', quantity: 2n, target_cents: null, status: 'matched' },
    { line: 4, name: 'No Such Thing', quantity: 3n, target_cents: 500, status: 'waiting' },
  ]);
  expect(lines[0]?.product?.product_id).toBe(product.id);
});

test('without headings an item is a UPC, else a SKU that a listing has, else a name', async () => {
  await factory.aProduct({ sku: 'LAMP-22' });
  const { lines } = await read1('012345678905\t12\t4.75\t\nlamp-22\t1\nLamp 22\t1\t$3');
  expect(lines).toMatchObject([
    { upc: '012345678905', sku: null, name: null, quantity: 12n, target_cents: 475 },
    { upc: null, sku: 'lamp-22', name: null },
    { upc: null, sku: null, name: 'Lamp 22', target_cents: 300 },
  ]);
});

test('a line with a fault stays and says what to enter', async () => {
  const page = await read1(
    'UPC,Quantity,Target price,End date\n012345678905,,1,\n012345678905,5,cheap,\n,5,1,\n012345678905,5,1,2001-01-01\n012345678905,5,1,2099-01-01\n012345678905,0,1,\n!!,1,1,',
  );
  expect(page.lines.map(({ problem }) => problem)).toEqual([
    'Enter a quantity',
    'Enter a price like 9.99',
    'Add a UPC, SKU or name',
    'Enter a date in the future',
    'Enter a date within a year',
    'Enter a quantity',
    'Add a UPC, SKU or name',
  ]);
  expect(page.want_list.counts).toEqual({ matched: 0, proposed: 0, waiting: 0, drafted: 0, problems: 7 });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test('quantities are read as people type them, but not as cases', async () => {
  const typed = [
    '"1,200"',
    '24 pcs',
    '24ea',
    'x24',
    '24 units',
    '1 200',
    '24.00',
    '2 cases',
    '3 dz',
    '1.5',
    '12-24',
  ];
  const { lines } = await read1(`Name,Qty\n${typed.map((text) => `Thing,${text}`).join('\n')}`);
  expect(lines.map(({ quantity }) => quantity)).toEqual([
    ...[1200n, 24n, 24n, 24n, 24n, 1200n, 24n],
    ...[null, null, null, null],
  ]);
  expect(lines.slice(7).map(({ problem }) => problem)).toEqual([
    ...['Enter the quantity in units', 'Enter the quantity in units'],
    ...['Enter a quantity', 'Enter a quantity'],
  ]);
});

test('a line of cases waits once its units are entered', async () => {
  const { client, page } = await listOf(await factory.aBuyer(), 'Thing,2 cases');
  const [line] = page.lines;
  const { body } = await client.call(calls.updateWant, { id: line?.id ?? 0 }, { quantity: 48n });
  expect(body.want).toMatchObject({ quantity: 48n, status: 'waiting', problem: null });
});

test('target prices are read as people type them, those in another currency are not', async () => {
  const typed = [
    '$8.00',
    '$ 8',
    '8 USD',
    'USD 8',
    'US$8',
    '8.00 ea',
    '$8/unit',
    'max 8',
    '<8',
    '-',
    'n/a',
    '€8',
    'cheap',
  ];
  const { lines } = await read1(`Name,Qty,Max price\n${typed.map((text) => `Thing,1,${text}`).join('\n')}`);
  expect(lines.map(({ target_cents }) => target_cents)).toEqual([
    ...[800, 800, 800, 800, 800, 800, 800, 800, 800],
    ...[null, null, null, null],
  ]);
  expect(lines.map(({ problem }) => problem).slice(9)).toEqual([
    ...[null, null, 'Enter a price like 9.99', 'Enter a price like 9.99'],
  ]);
});

test('days are read as people and spreadsheets write them', async () => {
  const day = inDays(40);
  const iso = day.toISOString().slice(0, 10);
  const [year = '', month = '', date = ''] = iso.split('-');
  const name = day.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
  const typed = [
    ...[
      `${month}/${date}/${year}`,
      `${Number(month)}/${Number(date)}/${year.slice(2)}`,
      `${date}.${month}.${year}`,
    ],
    ...[
      `${name} ${Number(date)}, ${year}`,
      `${date}-${name}-${year.slice(2)}`,
      `${year}/${month}/${date}`,
      iso,
    ],
  ];
  const text = [...typed, 'as soon as possible'].map((cell) => `Thing\t1\t${cell}`).join('\n');
  const { lines } = await read1(`Name\tQty\tNeeded by\n${text}`);
  expect(lines.slice(0, -1).map(({ ends_on }) => ends_on)).toEqual(typed.map(() => iso));
  expect(lines.at(-1)?.problem).toBe('Enter a date like 12/24/2026');
});

test('a comma in thousands parts no cells, whatever stands between them', async () => {
  const { lines } = await read1('Thing\t1,200\nOther\t2,400');
  expect(lines).toMatchObject([
    { name: 'Thing', quantity: 1200n },
    { name: 'Other', quantity: 2400n },
  ]);
  const semicolons = await read1('Thing;1,200\nOther;2,400');
  expect(semicolons.lines).toMatchObject([
    { name: 'Thing', quantity: 1200n },
    { name: 'Other', quantity: 2400n },
  ]);
});

test('where commas are decimal, a point is no part of a quantity', async () => {
  const { lines } = await read1('Name;Qty;Price\nThing;1.200;8,00\nThing;1.000;8,00');
  expect(lines).toMatchObject([
    { quantity: 1200n, target_cents: 800, problem: null },
    { quantity: null, problem: 'Enter a quantity' },
  ]);
});

test('what is in stock is not what is wanted, and the target counts before another price', async () => {
  const { lines } = await read1(
    'SKU,On Hand,Qty,Qty Needed,Price,Target\nA-1,3,5,24,9.99,8.00\nA-2,3,5,,9.99,',
  );
  expect(lines).toMatchObject([
    { quantity: 24n, target_cents: 800 },
    { quantity: null, problem: 'Enter a quantity' },
  ]);
});

test('without headings blank columns and a name before the quantity are passed', async () => {
  const blank = await read1('\tThing\t\t24\t\t8.00\n\tOther\t\t2 cases\t\t$4.00');
  expect(blank.lines).toMatchObject([
    { name: 'Thing', quantity: 24n, target_cents: 800 },
    { name: 'Other', quantity: null, target_cents: 400, problem: 'Enter the quantity in units' },
  ]);
  const named = await read1('614141000036\tBlue Mug\t24\t8\n614141000037\tRed Mug\t12\t4');
  expect(named.lines).toMatchObject([
    { upc: '614141000036', name: 'Blue Mug', quantity: 24n, target_cents: 800 },
    { upc: '614141000037', name: 'Red Mug', quantity: 12n, target_cents: 400 },
  ]);
});

test('a number, a name and a number are no guess', async () => {
  const { lines } = await read1('24\tMug\t8\n12\tBowl\t4');
  expect(lines.map(({ problem }) => problem)).toEqual(['Enter a quantity', 'Enter a quantity']);
});

test('a total below the lines is no line', async () => {
  const { lines } = await read1('Item\tQty\tMax price\nThing\t24\t8\nTotal\t24\t192.00');
  expect(lines.map(({ name }) => name)).toEqual(['Thing']);
  expect((await read1('Total Gym,2\nTotal,1\nThing,1')).lines).toHaveLength(3);
});

test('headings, blank lines and totals do not count among 5,000 lines', async () => {
  const lines = Array.from({ length: 5_000 }, (_none, at) => `61414${1_000_000 + at},1`);
  const text = ['UPC,Qty', ...lines, '', 'Subtotal,5000', 'Total,5000'].join('\n');
  const { want_list } = await read1(text);
  expect(want_list).toMatchObject({ state: 'ready', progress: { of: 5_000 } });
  const client = await factory.as(await factory.aBuyer());
  const more = [...lines, '614141999999,1', 'Total,5001'].join('\n');
  expect((await client.call(calls.createWantList, {}, { want_list: { text: more } })).body).toMatchObject({
    errors: ['A want list can have up to 5,000 lines'],
  });
});

test('a list that could not be read gives back what was pasted', async () => {
  const text = 'Item,Qty\n"Never closed,5\nThing,6';
  const { client, id, page } = await listOf(await factory.aBuyer(), text);
  expect(page).toMatchObject({ want_list: { state: 'failed' }, lines: [], text });
  const right = await listOf(await factory.aBuyer(), 'Thing,6');
  expect(right.page.text).toBeNull();
  await client.call(calls.deleteWantList, { id });
});

test('lists without a name are told apart', async () => {
  const buyer = await factory.aBuyer();
  const names = [];
  for (const text of ['a,1', 'b,1', 'c,1']) names.push((await listOf(buyer, text)).page.want_list.name);
  expect(names[0]).toMatch(/^List of [A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  expect(names.slice(1)).toEqual([`${names[0]} (2)`, `${names[0]} (3)`]);
});

test('copied cells with quotation marks are read as they are', async () => {
  const { lines } = await read1('"Big" Mug\t5\n24" Frame\t3\n"Open Mug\t2');
  expect(lines).toMatchObject([
    { name: '"Big" Mug', quantity: 5n },
    { name: '24" Frame', quantity: 3n },
    { name: '"Open Mug', quantity: 2n },
  ]);
  const quoted = await read1('Name\tQty\n"A ""Big"" Mug"\t5\n"Two\nlines"\t6');
  expect(quoted.lines).toMatchObject([
    { name: 'A "Big" Mug', quantity: 5n },
    { name: 'Two\nlines', quantity: 6n },
  ]);
});

test('a UPC may be labeled, or printed in groups', async () => {
  const { lines } = await read1('UPC 614141000036,1\n#614141000036,1\n6 14141 00003 6,1\n6-14141-00003-6,1');
  expect(lines.map(({ upc }) => upc)).toEqual(Array.from({ length: 4 }, () => '614141000036'));
});

test('a UPC under the heading SKU is one, unless a listing has it as its SKU', async () => {
  const product = await factory.aProduct({ upc: '012345678905' });
  const numbered = await factory.aProduct({ sku: '614141000036' });
  const { lines } = await read1('SKU,Qty\n12345678905,1\n614141000036,1\n10023456,1');
  expect(lines).toMatchObject([
    { upc: '12345678905', sku: null, status: 'matched', product: { product_id: product.id } },
    { upc: null, sku: '614141000036', status: 'matched', product: { product_id: numbered.id } },
    { upc: null, sku: '10023456', status: 'waiting' },
  ]);
});

test('beside a number that no listing has, the name is proposed; beside one that some listing has, it is not', async () => {
  const product = await factory.aProduct({ name: 'Quilted Lantern Moss', sku: 'QLM-1' });
  const { client, id, page } = await listOf(
    await factory.aBuyer(),
    'Our SKU,SKU,Name,Qty\n1,4711,Lantern moss,5\n2,qlm-1,Lantern moss,5\n3,4712,!!,5',
  );
  expect(page.lines).toMatchObject([
    { sku: '4711', status: 'proposed', proposals: [{ product_id: product.id }] },
    { sku: 'qlm-1', status: 'matched', proposals: [] },
    { sku: '4712', status: 'waiting', problem: null },
  ]);
  const preview = await client.call(calls.draftWants, { id }, { preview: true });
  expect(preview.body.rows.map(({ want_id }) => want_id)).toEqual([page.lines[1]?.id]);
});

test('a UPC is found in 12, 13 and 14 digits, in its own listing alone', async () => {
  const product = await factory.aProduct({ upc: '614141000036' });
  await factory.aProduct({ upc: '614141000037' });
  const { lines } = await read1('614141000036,1\n0614141000036,1\n00614141000036,1');
  expect(lines.map((line) => line.product?.product_id)).toEqual([product.id, product.id, product.id]);
  expect(lines.every(({ status }) => status === 'matched')).toBe(true);
});

test('of several listings the lowest price that has the quantity is taken, else the most units', async () => {
  const upc = '850000000017';
  const listing = (units: bigint, price: number) =>
    factory.aProduct({ upc, units, seller_price_cents: cents(price) });
  const [few, many, cheap] = [await listing(5n, 100), await listing(90n, 900), await listing(50n, 500)];
  await factory.aProduct({ upc, units: null });
  await factory.aProduct({ upc, units: 0n });
  const { lines } = await read1(`${upc},5\n${upc},6\n${upc},60\n${upc},500`);
  expect(lines.map((line) => line.product?.product_id)).toEqual([few.id, cheap.id, many.id, many.id]);
});

test('a SKU of several sellers is proposed, unless the buyer ordered it from exactly one', async () => {
  const buyer = await factory.aBuyer();
  const order = await factory.anOrder({ buyer });
  await factory.db('products').where({ id: order.product.id }).update({ sku: 'SHARED-1', units: 10n });
  const other = await factory.aProduct({ sku: 'shared-1' });
  const known = await listOf(buyer, 'SKU,Quantity\nShared-1,1');
  expect(known.page.lines[0]).toMatchObject({ status: 'matched', product: { product_id: order.product.id } });
  const unknown = await read1('SKU,Quantity\nShared-1,1');
  const [line] = unknown.lines;
  expect(line).toMatchObject({ status: 'proposed', product: null });
  expect(line?.proposals.map(({ product_id }) => product_id).sort()).toEqual(
    [order.product.id, other.id].sort(),
  );
});

test('a name is proposed where every word is in it, those with fewest other words first, never taken', async () => {
  const named = (name: string) => factory.aProduct({ name });
  const [plain, long] = [await named('Zebra Crayon Set'), await named('Big Zebra Crayon Set of Twelve')];
  await named('Zebra Pencil Set');
  const { lines } = await read1('zebra set CRAYON,3');
  expect(lines[0]).toMatchObject({ status: 'proposed', product: null });
  expect(lines[0]?.proposals.map(({ product_id }) => product_id)).toEqual([plain.id, long.id]);
});

test('what nobody may see, or order, is no match', async () => {
  const upc = '850000000024';
  await factory.aProduct({ upc, paused: true });
  await factory.aProduct({ upc, provisional: true });
  await factory.aProduct({ upc, seller: await factory.aSeller({ logo: null }) });
  const { lines } = await read1(`${upc},1`);
  expect(lines[0]).toMatchObject({ status: 'waiting', product: null });
});

test('an uploaded file is read like a text', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  const upload = { operation: 'put_object', purpose: 'want_list' };
  const { body } = await client.call(presign, {}, upload);
  await fetch(body.aws_url, {
    method: 'PUT',
    headers: body.aws_headers ?? {},
    body: 'Item,Qty\nA thing,7\n',
  });
  const made = await client.call(calls.createWantList, {}, { want_list: { key: body.file_key } });
  expect(made.status).toBe(201);
  await read();
  expect((await pageOf(client, made.body.want_list.id)).lines).toMatchObject([
    { name: 'A thing', quantity: 7n },
  ]);
});

test('a file that is no text fails with a sentence', async () => {
  const client = await factory.as(await factory.aBuyer());
  const { body } = await client.call(presign, {}, { operation: 'put_object', purpose: 'want_list' });
  const bytes = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]);
  await fetch(body.aws_url, { method: 'PUT', headers: body.aws_headers ?? {}, body: bytes });
  const made = await client.call(calls.createWantList, {}, { want_list: { key: body.file_key } });
  await read();
  const page = await pageOf(client, made.body.want_list.id);
  expect(page.want_list).toMatchObject({ state: 'failed', progress: { done: 0, of: 0 } });
  expect(page.want_list.error).toMatch(/^This is an Excel workbook/);
});

test('blank and endless texts are refused, and the 21st list', async () => {
  const client = await factory.as(await factory.aBuyer());
  const create = (want_list: object) => client.call(calls.createWantList, {}, { want_list });
  expect(await create({ text: ' \n ' })).toMatchObject({
    status: 422,
    body: { errors: ['Paste at least one line'] },
  });
  expect(await create({ text: 'a,1\n'.repeat(5_002) })).toMatchObject({
    status: 422,
    body: { errors: ['A want list can have up to 5,000 lines'], code: 'too_many_lines' },
  });
  expect(await create({ text: 'a,1', ends_on: '2001-01-01' })).toMatchObject({
    status: 422,
    body: { errors: ['Enter a date in the future'] },
  });
  for (let made = 0; made < 20; made++) expect((await create({ text: 'a,1' })).status).toBe(201);
  expect(await create({ text: 'a,1' })).toMatchObject({
    status: 422,
    body: { errors: ['You can have up to 20 want lists'] },
  });
});

test('5,000 lines are read and shown by the hundred, each UPC with its listing', async () => {
  const seller = await factory.aSeller();
  const products: Awaited<ReturnType<Factory['aProduct']>>[] = [];
  for (let made = 0; made < 40; made++) products.push(await factory.aProduct({ seller }));
  const rows = Array.from({ length: 5_000 }, (_none, at) => `${products[at % 40]?.upc},${at + 1},9.99`);
  const { client, id, page } = await listOf(await factory.aBuyer(), `UPC,Qty,Price\n${rows.join('\n')}`);
  expect(page.want_list).toMatchObject({
    state: 'ready',
    progress: { done: 5_000, of: 5_000 },
    counts: { matched: 5_000 },
  });
  expect(page.lines).toHaveLength(100);
  const last = await pageOf(client, id, { status: 'matched', page: 50 });
  expect(last.lines.at(-1)).toMatchObject({ quantity: 5_000n, product: { product_id: products[39]?.id } });
});

test('a killed run goes on where it was', async () => {
  const product = await factory.aProduct();
  const client = await factory.as(await factory.aBuyer());
  const text = `${product.upc},1\n`.repeat(700);
  const { body } = await client.call(calls.createWantList, {}, { want_list: { text } });
  const { id } = body.want_list;
  let commits = 0;
  const transaction: typeof app.services.transaction = (act) => {
    if (++commits >= 3) throw new Error('killed');
    return app.services.transaction(act);
  };
  await expect(runDueJobs({ ...app.services, transaction }, wantJobs)).rejects.toThrow('killed');
  expect((await pageOf(client, id)).want_list.progress).toEqual({ done: 250, of: 700 });
  await runDueJobs(app.services, wantJobs, new Date(Date.now() + 3_600_000));
  expect((await pageOf(client, id)).want_list).toMatchObject({
    state: 'ready',
    progress: { done: 700, of: 700 },
    counts: { matched: 700 },
  });
});

test('a list is ready once lines are matched that others had locked', async () => {
  const upc = '850000000079';
  const { client, id } = await listOf(await factory.aBuyer(), `${upc},1`);
  await factory.aProduct({ upc });
  await factory.db('wants').where({ want_list_id: id }).update({ unmatched: true });
  await factory.db('want_lists').where({ id }).update({ state: 'matching' });
  let matching: Promise<void> | undefined;
  await factory.transaction(async (tx) => {
    await tx('wants').where({ want_list_id: id }).forUpdate().select('id');
    matching = readAndMatch(app.services, id);
    while (!(await isWaiting(factory, 'wants')));
    expect((await pageOf(client, id)).want_list.state).toBe('matching');
  });
  await matching;
  expect((await pageOf(client, id)).want_list).toMatchObject({ state: 'ready', counts: { matched: 1 } });
});
