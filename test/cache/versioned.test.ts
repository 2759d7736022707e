import { memoByVersion, valueAt } from '../../server/cache/versioned';

test('a value is valid while all versions of its sources are the same', () => {
  const list = [1];
  const entry = { versions: [3, list], value: 'x' };
  expect(valueAt(entry, [3, list])).toBe('x');
  expect(valueAt(entry, [4, list])).toBeUndefined();
  expect(valueAt(entry, [3, [1]])).toBeUndefined();
  expect(valueAt(null, [])).toBeUndefined();
});

test('a value is made once for each key and version', () => {
  const memo = memoByVersion<object, number>();
  const [key, sibling] = [{}, {}];
  let made = 0;
  const make = () => ++made;
  expect([memo(key, [1], make), memo(key, [1], make)]).toEqual([1, 1]);
  expect([memo(key, [2], make), memo(sibling, [2], make)]).toEqual([2, 3]);
});
