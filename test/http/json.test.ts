import fc from 'fast-check';
import { fromJson, toJson } from '../../server/contract/json';

const within = (ms: number, act: () => unknown) => {
  const start = performance.now();
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
  }
  expect(performance.now() - start).toBeLessThan(ms);
};

test('units keep all of their digits there and back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_000_000_000_000_000_000n }), (units) => {
      expect(fromJson(toJson({ units, rows: [{ quantity: units }] }))).toEqual({
        units,
        rows: [{ quantity: units }],
      });
    }),
  );
});

test('whatever JSON can say is read as JSON.parse reads it, but for long integers and units', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      if (/\d{16}/.test(text)) return;
      expect(fromJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['{"a":12345678901234567}', { a: '12345678901234567' }],
  ['{"a":-12345678901234567}', { a: '-12345678901234567' }],
  ['{"a":"say \\"12345678901234567\\""}', { a: 'say "12345678901234567"' }],
  ['{"a":1234567890123456.5}', { a: 1234567890123456.5 }],
  ['{"a":12345678901234567e2}', { a: Number('12345678901234567e2') }],
  ['{"units":7}', { units: 7n }],
  ['{"units":1.5}', { units: 1.5 }],
])('%s', (text, value) => {
  expect(fromJson(text)).toEqual(value);
});

test('malformed JSON throws, even with long numbers', () => {
  for (const text of ['{"a":0012345678901234567}', '{"a":12345678901234567', '{"a":--12345678901234567}'])
    expect(() => fromJson(text)).toThrow(SyntaxError);
});

test('no text takes long to be refused', () => {
  const long = '{"a":1234567890123456,"b":"';
  within(500, () => fromJson(long + '\\"'.repeat(125_000)));
  within(500, () => fromJson(`${long}${'"'.repeat(250_000)}`));
  within(500, () => fromJson(`{"a":${'1'.repeat(250_000)}.5}`));
  within(500, () => fromJson(`{"units":${'1'.repeat(250_000)}}`));
  within(500, () => fromJson(`{"a":${'1'.repeat(250_000)}`));
});

test('user text is never read as one of our number markers', () => {
  const text = toJson({ units: 1n });
  const guess = { name: 'u0123456789 1', units: 5n, note: text };
  expect(fromJson(toJson(guess))).toEqual(guess);
  expect(() => toJson({ other: 1n })).toThrow('other');
});
