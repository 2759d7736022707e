/** What had to be made, in the order of asking for these. */
function madeFor(maxCharacters: number, sources: readonly string[], make = (source: string) => source) {
  const made: string[] = [];
  const text = createTextCache({ maxCharacters, maxSeen: 16 });
  const answers = sources.map((source) =>
    text(source, () => {
      made.push(source);
      return make(source);
    }),
  );
  expect(answers).toEqual(sources.map(make));
  return made.join('');
}

test('a text that was made twice from the same is made no more', () => {
  expect(madeFor(100, [...'abababab'])).toBe('abab');
});

test('the least recently used entry is evicted first', () => {
  const all = 'abcdefghijklmnop';
  // All are kept; the next one displaces the oldest that was not asked for again.
  expect(madeFor(16, [...all, ...all, ...'a', ...'qq', ...'a', ...'b', ...'c'])).toBe(`${all}${all}qqb`);
});

test('what returns later than the cache could have kept it is made again, and evicts nothing', () => {
  const many = [...'abcdefghijklmnopq'];
  expect(madeFor(100, [...'zz', ...many, ...many, 'z'])).toBe(`zz${many.join('')}${many.join('')}`);
  const few = many.slice(1);
  expect(madeFor(100, [...few, ...few, ...few])).toBe(`${few.join('')}${few.join('')}`);
});

test('a text that is too large a part of the whole is not kept', () => {
  const twenty = (source: string) => (source === 'b' ? 'b'.repeat(20) : source);
  expect(madeFor(80, [...'aabbba'], twenty)).toBe('aabbb');
});

test('a text that cannot be made is not kept', () => {
  const text = createTextCache({ maxCharacters: 100, maxSeen: 16 });
  const fails = () => {
    throw new Error('no');
  };
  expect(() => text('a', fails)).toThrow('no');
  expect(() => text('a', fails)).toThrow('no');
  expect(text('a', () => 'now')).toBe('now');
});

import { createTextCache, once, valueAt } from '../../server/cache/caches';

test('a value is valid while all versions of its sources are the same', () => {
  const list = [1];
  const entry = { versions: [3, list], value: 'x' };
  expect(valueAt(entry, [3, list])).toBe('x');
  expect(valueAt(entry, [4, list])).toBeUndefined();
  expect(valueAt(entry, [3, [1]])).toBeUndefined();
  expect(valueAt(null, [])).toBeUndefined();
});

test('a value that is made once is made by the first call, null and undefined too', () => {
  let made = 0;
  const value = once(() => {
    made += 1;
    return null;
  });
  expect(made).toBe(0);
  expect([value(), value(), made]).toEqual([null, null, 1]);
});
