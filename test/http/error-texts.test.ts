import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isSchema, type Schema, ValidationError } from 'yup';
import { createOfferBody } from '../../server/offers/schema';

const server = resolve(__dirname, '../../server');
const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|[/-])schema\.ts$/.test(file),
);

const modules = await Promise.all(files.map((file): Promise<object> => import(resolve(server, file))));
const schemas = modules.flatMap((module, index) =>
  Object.entries(module).flatMap(([name, schema]) =>
    isSchema(schema) ? [[`${files[index]} ${name}`, schema as Schema] as const] : [],
  ),
);

const LEAVES = [undefined, null, 'no', -1, 1e300, true, [], {}, '', 'x'.repeat(100_000)];

interface Shaped {
  fields?: Record<string, Shaped>;
  innerType?: Shaped | null;
}

/** A value of the schema's shape with the same leaf everywhere. */
function filled({ fields, innerType }: Shaped, leaf: unknown): unknown {
  if (fields)
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, filled(field, leaf)]));
  return innerType ? [filled(innerType, leaf)] : leaf;
}

function messagesOf(schema: Schema, value: unknown): string[] {
  try {
    schema.validateSync(value, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.errors;
  }
}

/** They begin with the path of the field. */
const YUPS_OWN = /^(this|[a-z_\d.[\]"]+) (is (a required|invalid)|cannot|must|field (must|has))/;

test('no schema answers in the words of its library', () => {
  expect(schemas.length).toBeGreaterThan(50);
  const own = schemas.flatMap(([name, schema]) =>
    [...LEAVES.map((leaf) => filled(schema as Shaped, leaf)), ...LEAVES]
      .flatMap((value) => messagesOf(schema, value))
      .filter((message) => YUPS_OWN.test(message))
      .map((message) => `${name}: ${message.slice(0, 200)}`),
  );
  expect([...new Set(own)]).toEqual([]);
});

test.each([
  [{}, ['Choose a seller', 'Add a product']],
  [
    { seller_user_id: 1, offer_products_attributes: [{}] },
    ['Choose a product', 'Enter a price', 'Enter a quantity'],
  ],
  [
    { seller_user_id: 1, offer_products_attributes: 'mug' },
    ['Send a list as offer.offer_products_attributes'],
  ],
])('an offer of %o is told what to send', (offer, messages) => {
  expect(messagesOf(createOfferBody, { offer }).toSorted()).toEqual(messages.toSorted());
});
