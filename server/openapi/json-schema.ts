import type { Schema } from 'yup';
import { EMAIL } from '../contract/fields';
import { MAX_CENTS, MAX_UNITS } from '../contract/money';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string | undefined;
  description?: string;
  enum?: unknown[];
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** Named schemas, filled while others are mapped. */
export type Components = Record<string, JsonSchema>;

interface Test {
  readonly name?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What is used of a yup schema. describe() leaves out the bounds that are judged first (`contract/fields.ts`). */
interface Describable extends Pick<Schema, 'describe'> {
  readonly tests?: readonly { readonly OPTIONS?: Test & { readonly test?: (value: unknown) => unknown } }[];
  readonly internalTests?: { readonly max?: { readonly OPTIONS?: Test } };
  readonly fields?: Readonly<Record<string, Describable>>;
  readonly innerType?: Describable;
}

/** Beside what yup tells: keywords, a component's name, the values of a map, alternatives; `root` and `secret` are of bodies. */
interface Meta {
  readonly openapi?: JsonSchema;
  readonly component?: string;
  readonly values?: Describable;
  readonly anyOf?: readonly Describable[];
}

/** Of every kind of `SchemaFieldDescription`, with the schemas within. */
interface Described extends Pick<Describable, 'fields' | 'innerType'> {
  readonly type: string;
  /** Of units alone. */
  readonly minimum?: number;
  readonly meta?: Meta;
  readonly optional?: boolean;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly oneOf?: readonly unknown[];
  readonly tests?: readonly Test[];
}

/** describe() tells no bounds of units, whose own test (`units` in contract/fields.ts) refuses 0 or takes it. */
function minimumUnits({ tests = [] }: Describable): 0 | 1 {
  const bound = tests.find(({ OPTIONS }) => OPTIONS?.name === 'least')?.OPTIONS;
  return bound?.test?.(0n) ? 0 : 1;
}

function descriptionOf(schema: Describable): Described {
  const { tests = [], ...described } = schema.describe() as Omit<Described, 'fields' | 'innerType'>;
  const bound = schema.internalTests?.max?.OPTIONS;
  const { fields, innerType } = schema;
  return {
    ...described,
    ...(described.type === 'units' && { minimum: minimumUnits(schema) }),
    ...(fields && { fields }),
    ...(innerType && { innerType }),
    tests: bound ? [...tests, { ...bound, name: 'max' }] : tests,
  };
}

const BOUNDS: Readonly<Record<string, readonly ['min' | 'max', string][]>> = {
  string: [
    ['min', 'minLength'],
    ['max', 'maxLength'],
  ],
  number: [
    ['min', 'minimum'],
    ['max', 'maximum'],
  ],
  array: [
    ['min', 'minItems'],
    ['max', 'maxItems'],
  ],
};

function boundsOf({ type, tests = [] }: Described): JsonSchema {
  const found = (BOUNDS[type] ?? []).flatMap(([name, keyword]) => {
    const bound = tests.find((test) => test.name === name)?.params?.[name];
    return typeof bound === 'number' ? [[keyword, bound]] : [];
  });
  return Object.fromEntries(found) as JsonSchema;
}

const paramOf = ({ tests = [] }: Described, test: string, param: string) =>
  tests.find(({ name }) => name === test)?.params?.[param];

/** Only prices have this bound. */
const amountOf = (described: Described): JsonSchema =>
  paramOf(described, 'max', 'max') === MAX_CENTS ? { description: 'US cents' } : {};

/** JSON Schema's patterns have no flags. */
function patternOf(described: Described): JsonSchema {
  const regex = paramOf(described, 'matches', 'regex');
  if (regex === EMAIL) return { format: 'email' };
  return regex instanceof RegExp && regex.flags === '' ? { pattern: regex.source } : {};
}

const isWhole = ({ tests = [] }: Described) => tests.some(({ name }) => name === 'integer');

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === undefined || typeof value === 'object';

const defaultOf = ({ default: value }: Described): JsonSchema => (isEmpty(value) ? {} : { default: value });

function objectSchema(fields: NonNullable<Describable['fields']>, components: Components): JsonSchema {
  const entries = Object.entries(fields).map(([name, field]) => [name, descriptionOf(field)] as const);
  const required = entries.flatMap(([name, field]) => (isRequired(field) ? [name] : []));
  const properties = Object.fromEntries(
    entries.map(([name, field]) => [name, fromDescription(field, components)]),
  );
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

const isRequired = ({ optional, type, default: value }: Described) =>
  !optional && (type === 'object' || value === undefined);

/** Of stocks and quantities, which yup doesn't take for numbers. */
const unitsSchema = (minimum = 0): JsonSchema => ({
  type: 'integer',
  format: 'int64',
  minimum,
  maximum: Number(MAX_UNITS),
});

function typeOf(described: Described, components: Components): JsonSchema {
  const { type, fields, innerType, meta } = described;
  if (meta?.anyOf) return { anyOf: meta.anyOf.map((one) => jsonSchema(one, components)) };
  if (meta?.values) return { type: 'object', additionalProperties: jsonSchema(meta.values, components) };
  if (type === 'units') return unitsSchema(described.minimum);
  if (type === 'object') return objectSchema(fields ?? {}, components);
  if (type === 'array') return { type, ...(innerType && { items: jsonSchema(innerType, components) }) };
  if (type === 'number') return { type: isWhole(described) ? 'integer' : 'number' };
  return type === 'string' || type === 'boolean' ? { type } : {};
}

/** Defined values, without null. */
function plain(described: Described, components: Components): JsonSchema {
  const values = described.oneOf?.filter((value) => value !== null) ?? [];
  return {
    ...typeOf(described, components),
    ...boundsOf(described),
    ...patternOf(described),
    ...amountOf(described),
    ...(values.length > 0 && { enum: values }),
    ...defaultOf(described),
    ...described.meta?.openapi,
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.$ref) return { anyOf: [schema, { type: 'null' }] };
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (schema.type === undefined) return schema;
  return {
    ...schema,
    type: [schema.type, 'null'].flat(),
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

function named(component: string, described: Described, components: Components): JsonSchema {
  components[component] ??= plain(described, components);
  return { $ref: `#/components/schemas/${component}` };
}

function fromDescription(described: Described, components: Components): JsonSchema {
  const component = described.meta?.component;
  const schema = component ? named(component, described, components) : plain(described, components);
  return described.nullable ? orNull(schema) : schema;
}

/** The one mapping from yup to JSON Schema 2020-12, for bodies, queries and answers. */
export const jsonSchema = (schema: Describable, components: Components): JsonSchema =>
  fromDescription(descriptionOf(schema), components);
