import { formatUnits } from './money';

interface Place {
  path: string;
}

/** "offer.lines[0].product_id" → "product ID" */
function nameOf(path: string): string {
  const name =
    path
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]|_attributes|"/g, '') ?? '';
  return name.replaceAll('_', ' ').replace(/\bids?\b/g, (id) => id.replace('id', 'ID')) || 'a value';
}

/** By yup's names. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  array: 'a list',
  object: 'an object',
};

const missing = ({ path }: Place) => `Enter ${nameOf(path)}`;

/** What to do, instead of yup's own texts, which name the path of the field and no way out. */
export const fieldTexts = {
  mixed: {
    default: ({ path }: Place) => `Check ${nameOf(path)}`,
    required: missing,
    defined: missing,
    notNull: missing,
    // Never with the value, as yup does. With the whole path: only programs send another type.
    notType: ({ path, type }: Place & { type: string }) =>
      TYPES[type] ? `Send ${TYPES[type]} as ${path || 'the request'}` : `Check ${nameOf(path)}`,
    oneOf: ({ path, values }: Place & { values?: unknown }) =>
      `Enter one of these as ${nameOf(path)}: ${values}`,
  },
  string: {
    min: ({ min }: { min: number }) => `Minimum ${formatUnits(min)} characters`,
    max: ({ max }: { max: number }) => `Maximum ${formatUnits(max)} characters`,
    matches: ({ path }: Place) => `Check ${nameOf(path)}`,
    email: 'Please enter a valid email address',
  },
  number: {
    integer: 'Enter a whole number',
    min: ({ min }: { min: number }) => `Enter ${min} or more`,
    max: ({ max }: { max: number }) => `Enter ${max} or less`,
  },
  array: {
    min: ({ path, min }: Place & { min: number }) => `Add ${formatUnits(min)} or more to ${nameOf(path)}`,
    max: ({ path, max }: Place & { max: number }) => `Maximum ${formatUnits(max)} in ${nameOf(path)}`,
  },
  object: {
    noUnknown: ({ unknown }: { unknown: string[] }) => `Remove ${unknown.join(', ')}`,
  },
};
