import { remembered } from '../../server/http/remembered';

/** What had to be made, in the order of asking for these. */
function madeFor(mostCharacters: number, asked: readonly string[], make = (source: string) => source) {
  const made: string[] = [];
  const text = remembered(mostCharacters);
  const answers = asked.map((source) =>
    text(source, () => {
      made.push(source);
      return make(source);
    }),
  );
  expect(answers).toEqual(asked.map(make));
  return made.join('');
}

test('a text is made once for what it is made from', () => {
  expect(madeFor(100, [...'abab'])).toBe('ab');
});

test('what was not asked for longest is forgotten first', () => {
  // Two characters for each: sixteen fit.
  const all = 'abcdefghijklmnop';
  expect(madeFor(32, [...all, ...'a', ...'q', ...'a', ...'b'])).toBe(`${all}qb`);
});

test('a text that is too large a part of the whole is not kept', () => {
  expect(madeFor(320, ['a', 'b', 'b', 'a'], (source) => (source === 'b' ? 'b'.repeat(20) : source))).toBe(
    'abb',
  );
});

test('a text that cannot be made is not kept', () => {
  const text = remembered(100);
  const fails = () => {
    throw new Error('no');
  };
  expect(() => text('a', fails)).toThrow('no');
  expect(text('a', () => 'now')).toBe('now');
});
