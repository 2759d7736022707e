import fc from 'fast-check';
import { HttpError } from '../../server/http/errors';
import { nestQuery } from '../../server/http/nested-params';

/** Names and values from Rack's specification (test/spec_utils.rb); a missing value is ''. */
const AS_RACK: readonly (readonly [string, unknown])[] = [
  ['', {}],
  ['foo', { foo: '' }],
  ['foo=', { foo: '' }],
  ['foo=bar', { foo: 'bar' }],
  ['foo=bar&foo=quux', { foo: 'quux' }],
  ['foo=1&bar=2', { foo: '1', bar: '2' }],
  ['&foo=1&&bar=2', { foo: '1', bar: '2' }],
  ['my+weird+field=q1%212%22%27w%245%267%2Fz8%29%3F', { 'my weird field': 'q1!2"\'w$5&7/z8)?' }],
  ['a=b&pid%3D1234=1023', { 'pid=1234': '1023', a: 'b' }],
  ['foo[]=', { foo: [''] }],
  ['foo[]=bar', { foo: ['bar'] }],
  ['foo[]=bar&foo', { foo: '' }],
  ['foo[]=bar&foo[=baz', { foo: ['bar'], 'foo[': 'baz' }],
  ['foo[]=1&foo[]=2', { foo: ['1', '2'] }],
  ['foo=bar&baz[]=1&baz[]=2&baz[]=3', { foo: 'bar', baz: ['1', '2', '3'] }],
  ['x[y][z]=1', { x: { y: { z: '1' } } }],
  ['x[y][z][]=1', { x: { y: { z: ['1'] } } }],
  ['x[y][z]=1&x[y][z]=2', { x: { y: { z: '2' } } }],
  ['x[y][z][]=1&x[y][z][]=2', { x: { y: { z: ['1', '2'] } } }],
  ['x[y][][z]=1', { x: { y: [{ z: '1' }] } }],
  ['x[y][][z][]=1', { x: { y: [{ z: ['1'] }] } }],
  ['x[y][][z]=1&x[y][][w]=2', { x: { y: [{ z: '1', w: '2' }] } }],
  ['x[y][][v][w]=1', { x: { y: [{ v: { w: '1' } }] } }],
  ['x[y][][z]=1&x[y][][v][w]=2', { x: { y: [{ z: '1', v: { w: '2' } }] } }],
  ['x[y][][z]=1&x[y][][z]=2', { x: { y: [{ z: '1' }, { z: '2' }] } }],
  [
    'x[y][][z]=1&x[y][][w]=a&x[y][][z]=2&x[y][][w]=3',
    {
      x: {
        y: [
          { z: '1', w: 'a' },
          { z: '2', w: '3' },
        ],
      },
    },
  ],
  [
    'x[][y]=1&x[][z][w]=a&x[][y]=2&x[][z][w]=b',
    {
      x: [
        { y: '1', z: { w: 'a' } },
        { y: '2', z: { w: 'b' } },
      ],
    },
  ],
  [
    'x[][z][w]=a&x[][y]=1&x[][z][w]=b&x[][y]=2',
    {
      x: [
        { y: '1', z: { w: 'a' } },
        { y: '2', z: { w: 'b' } },
      ],
    },
  ],
  [
    'data[books][][data][page]=1&data[books][][data][page]=2',
    { data: { books: [{ data: { page: '1' } }, { data: { page: '2' } }] } },
  ],
  [
    'x[][id]=1&x[][y][a]=5&x[][y][b]=7&x[][z][id]=3&x[][z][w]=0&x[][id]=2&x[][y][a]=6&x[][y][b]=8&x[][z][id]=4&x[][z][w]=0',
    {
      x: [
        { id: '1', y: { a: '5', b: '7' }, z: { id: '3', w: '0' } },
        { id: '2', y: { a: '6', b: '8' }, z: { id: '4', w: '0' } },
      ],
    },
  ],
  ['x[][y][][z]=1&x[][y][][w]=2', { x: [{ y: [{ z: '1', w: '2' }] }] }],
  ['[]=1&[a]=2&b[=3&c]=4', { '[]': '1', '[a]': '2', 'b[': '3', 'c]': '4' }],
  ['d[[]=5&e][]=6&f[[]]=7', { d: { '[': '5' }, 'e]': ['6'], f: { '[': { ']': '7' } } }],
  ['g[h]i=8&j[k]l[m]=9', { g: { h: { i: '8' } }, j: { k: { 'l[m]': '9' } } }],
  ['l[[[[[[[[]]]]]]]=10', { l: { '[[[[[[[': { ']]]]]]': '10' } } }],
  ['x[][]=1&x[][]=2', { x: [['1'], ['2']] }],
  ['x[y]=1&x=2', { x: '2' }],
];

test.each(AS_RACK)('%s', (query, nested) => {
  expect(nestQuery(query)).toEqual(nested);
});

test.each([
  'x[y]=1&x[y]z=2',
  'x[y]=1&x[]=1',
  'x[y]=1&x[y][][w]=2',
  'x=1&x[y]=2',
  'x=1&x[]=2',
  'x[]=1&x[y]=2',
])('two shapes for one name are a 400: %s', (query) => {
  expect(() => nestQuery(query)).toThrow(expect.objectContaining({ status: 400 }));
});

test('the lines of an offer arrive as lines', () => {
  const lines =
    'offer[seller_user_id]=7&offer[offer_products_attributes][][product_id]=1&offer[offer_products_attributes][][quantity]=2' +
    '&offer[offer_products_attributes][][product_id]=3&offer[offer_products_attributes][][quantity]=4';
  expect(nestQuery(lines)).toEqual({
    offer: {
      seller_user_id: '7',
      offer_products_attributes: [
        { product_id: '1', quantity: '2' },
        { product_id: '3', quantity: '4' },
      ],
    },
  });
});

type Tree = string | Tree[] | { [name: string]: Tree };

/** Serializes a tree like Rails' `to_query`. */
function written(value: Tree, name = ''): string[] {
  if (typeof value === 'string') return [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
  if (Array.isArray(value)) return value.flatMap((item) => written(item, `${name}[]`));
  return Object.entries(value).flatMap(([key, item]) => written(item, name === '' ? key : `${name}[${key}]`));
}

const key = fc.stringMatching(/^[a-z_]{1,6}$/).filter((name) => !(name in Object.prototype));
const leaf = fc.string({ unit: 'grapheme', maxLength: 8 });
// Elements of a list have the same first name, which marks where the next element starts.
const rows = fc.uniqueArray(key, { minLength: 1, maxLength: 4 }).chain((names) =>
  fc.array(fc.record(Object.fromEntries(names.map((name) => [name, leaf]))), {
    minLength: 1,
    maxLength: 4,
  }),
);
const tree = fc.dictionary(
  key,
  fc.letrec<{ node: Tree }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(leaf, { minLength: 1, maxLength: 4 }),
      rows,
      fc.dictionary(key, tie('node'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    ),
  })).node,
  { maxKeys: 5, noNullPrototype: true },
);

test('whatever a form can say comes back as it was', () => {
  fc.assert(
    fc.property(tree, (params) => {
      expect(nestQuery(written(params).join('&'))).toEqual(params);
    }),
    { numRuns: 500 },
  );
});

test('no text, however odd, does more than be refused or read', () => {
  const names = fc.stringMatching(/^[ab[\]]{0,12}$/);
  const forbidden = fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'a[__proto__]',
    'a[][constructor]',
  );
  const pairs = fc.array(fc.tuple(fc.oneof(names, forbidden), leaf), { maxLength: 12 });
  fc.assert(
    fc.property(pairs, (given) => {
      const query = given.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
      try {
        nestQuery(query);
      } catch (error) {
        expect(error).toBeInstanceOf(HttpError);
        expect(error).toMatchObject({ status: 400 });
      }
      expect(({} as Record<string, unknown>).a).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
});

test('names that JavaScript gives a meaning to are left out', () => {
  expect(nestQuery('__proto__[admin]=1&a[__proto__][admin]=1&constructor[prototype][x]=1&b=2')).toEqual({
    a: {},
    b: '2',
  });
  expect(nestQuery('toString[x]=1&a[][valueOf]=1&a[][b]=2&hasOwnProperty=1')).toEqual({ a: [{ b: '2' }] });
});

test('depth and number have an end', () => {
  const deep = (depth: number) => `a${'[a]'.repeat(depth)}=1`;
  expect(() => nestQuery(deep(31))).not.toThrow();
  expect(() => nestQuery(deep(32))).toThrow('nested too deep');
  expect(() => nestQuery(deep(10_000))).toThrow('nested too deep');
  expect(() => nestQuery('a=1&'.repeat(2_001))).toThrow('too many');
});

test('bytes that are no UTF-8 are refused, a lone % is a %', () => {
  expect(() => nestQuery('a=%FF')).toThrow('not valid UTF-8');
  expect(nestQuery('query=50%+off&b=%zz')).toEqual({ query: '50% off', b: '%zz' });
});
