import * as yup from 'yup';
import * as later from '../../islands/forms/lazy-schemas';

type Sync = { validateSync(value: unknown, options?: object): unknown; isValidSync(value: unknown): boolean };

/** A schema as contracts write it, built by either implementation. */
const form = ({
  object,
  string,
  number,
  array,
}: Pick<typeof yup, 'object' | 'string' | 'number' | 'array'>) => {
  const name = () =>
    string()
      .transform((value: unknown) => (typeof value === 'string' ? value.trim() : value))
      .max(5, 'Too long');
  const line = object({ id: number().integer().required() });
  return object({
    name: name().required('Required'),
    again: string().test('same', 'Not the same', (value, { parent }) => value === parent.name),
    lines: array().of(line.clone()).min(1, 'At least one'),
  }) as unknown as Sync;
};

function verdict(schema: Sync, value: unknown) {
  try {
    return schema.validateSync(value, { abortEarly: false });
  } catch (error) {
    return (error as yup.ValidationError).inner.map(({ path, message }) => [path, message]);
  }
}

const written = form(later as unknown as typeof yup);

test('a schema used before yup has loaded throws', () => {
  expect(() => written.isValidSync({})).toThrow('before any form has brought yup');
});

test.each([
  ['what is right', { name: ' Ann ', again: 'Ann', lines: [{ id: 1 }] }],
  ['what is wrong in several fields', { name: 'Annabel', again: 'x', lines: [] }],
  ['what is wrong inside a list', { name: 'Ann', again: 'Ann', lines: [{ id: 1.5 }, {}] }],
  ['nothing at all', {}],
])('a schema written down first judges %s as yup does', (_what, value) => {
  later.provide(yup);
  const expected = verdict(form(yup), value);
  expect(verdict(written, value)).toEqual(expected);
  expect(written.isValidSync(value)).toBe(!Array.isArray(expected));
});
