import fc from 'fast-check';
import { array, number, object, string } from '../../server/contract/fields';
import { HttpError } from '../../server/http/errors';
import { nestQuery } from '../../server/http/nested-params';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const post = async (path: string, fields: readonly (readonly [string, string])[]) => {
  const buyer = await factory.signedIn(await factory.aBuyer());
  const answer = await buyer.send('POST', path, {
    headers: { 'X-CSRF-Token': await buyer.csrf(), Accept: 'application/json' },
    body: new URLSearchParams(fields.map((field) => [...field])),
  });
  return {
    status: answer.status,
    body: answer.body as { included?: { attributes: Record<string, unknown> }[] },
  };
};

const LINES = 'offer[offer_products_attributes]';

test('an offer is made of the lines that fields_for and jQuery write, in any order and with gaps', async () => {
  const seller = await factory.aSeller();
  const products = [await factory.aProduct({ seller }), await factory.aProduct({ seller })];
  const fields: [string, string][] = [['offer[seller_user_id]', String(seller.id)]];
  for (const [at, index] of ['7', '0'].entries()) {
    fields.unshift([`${LINES}[${index}][quantity]`, String(at + 1)]);
    fields.push([`${LINES}[${index}][product_id]`, String(products[at]?.id)]);
    fields.push([`${LINES}[${index}][unit_price]`, '900']);
  }
  const answer = await post('/offers', fields);
  expect([answer.status, answer.body]).toMatchObject([201, { included: [{}, {}] }]);
  const made = answer.body.included?.map(({ attributes }) => [
    (attributes.product as { id?: unknown } | undefined)?.id,
    Number(attributes.quantity),
  ]);
  expect(made?.sort()).toEqual(products.map(({ id }, at) => [id, at + 1]).sort());
});

test('a list that is empty or of something else is refused as before', async () => {
  const bodies: [string, string][][] = [
    [[`${LINES}[a][product_id]`, '1']],
    [
      [`${LINES}[0][product_id]`, '1'],
      [`${LINES}[x][product_id]`, '1'],
    ],
    [[LINES, '1']],
  ];
  for (const fields of bodies)
    expect((await post('/offers', [['offer[seller_user_id]', '1'], ...fields])).status).toBe(422);
  const twoShapes = await post('/offers', [
    [`${LINES}[0][product_id]`, '1'],
    [`${LINES}[][product_id]`, '1'],
  ]);
  expect([twoShapes.status, Object.keys(twoShapes.body)]).toEqual([400, ['error', 'code']]);
});

interface Line {
  name: string;
  tags: string[];
}

const lines = object({
  lines: array(object({ name: string().required(), tags: array(string().required()).required() })).required(),
});
const read = (query: string) => lines.validateSync(nestQuery(query), { stripUnknown: true }).lines as Line[];

const name = fc.stringMatching(/^[a-z]{1,8}$/);
const line = fc.record({ name, tags: fc.array(name, { minLength: 1, maxLength: 3 }) });
// Small indexes of fields_for, timestamps of scripts that add rows, and other indexes that Rails accepts.
const index = fc.oneof(
  fc.nat({ max: 20 }),
  fc.integer({ min: 1e9, max: 2e12 }),
  fc.integer({ min: -9, max: -1 }),
);
const indexed = fc
  .uniqueArray(fc.tuple(index, line), { minLength: 1, maxLength: 6, selector: ([at]) => at })
  .chain((entries) => {
    const pairs = entries.flatMap(([at, { name: own, tags }]) => [
      `lines[${at}][name]=${own}`,
      ...tags.map((tag, place) => `lines[${at}][tags][${place}]=${tag}`),
    ]);
    return fc.record({
      expected: fc.constant(entries.map(([, one]) => one)),
      pairs: fc.shuffledSubarray(pairs, { minLength: pairs.length, maxLength: pairs.length }),
    });
  });

const sorted = (list: Line[]) => list.map((one) => JSON.stringify([one.name, one.tags])).sort();

test('whatever the indexes and the order of the fields, the lines arrive, nested lists included', () => {
  fc.assert(
    fc.property(indexed, ({ pairs, expected }) => {
      expect(sorted(read(pairs.join('&')))).toEqual(sorted(expected));
    }),
    { numRuns: 300 },
  );
});

test('lines with small indexes are in the order of their indexes', () => {
  expect(read('lines[10][name]=b&lines[10][tags][]=x&lines[9][name]=a&lines[9][tags][]=y')).toEqual([
    { name: 'a', tags: ['y'] },
    { name: 'b', tags: ['x'] },
  ]);
});

test('an index is a name, never a length: a large one takes no memory', () => {
  const list = array(number().required()).required();
  expect(list.cast({ '1000000000': 1, '99999999999999999999': 2, '-1': 3 })).toHaveLength(3);
  expect(nestQuery('lines[1000000000]=x')).toEqual({ lines: { '1000000000': 'x' } });
});

test('no odd index does more than be refused or read', () => {
  const odd = fc.oneof(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'length',
      '1e3',
      '0x1',
      '-',
      '--1',
      '1.5',
      ' 1',
      '१',
      'NaN',
      '-0',
      '00',
    ),
    fc.stringMatching(/^[-0-9a-f[\]]{0,6}$/),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(odd, odd), { maxLength: 8 }), (keys) => {
      const query = keys
        .map(([one, two]) => `lines[${encodeURIComponent(one)}][${encodeURIComponent(two)}]=1`)
        .join('&');
      try {
        for (const one of read(query)) expect(Object.getPrototypeOf(one)).toBe(Object.prototype);
      } catch (error) {
        expect(error instanceof HttpError || (error as Error).name === 'ValidationError').toBe(true);
      }
      expect(({} as Record<string, unknown>)[0]).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
  expect(() => nestQuery(`lines${'[0]'.repeat(40)}=1`)).toThrow('nested too deep');
});
