import { array, boolean, mixed, number, object as objectOf, type Schema, string } from 'yup';
import type { Endpoint, Params } from '../contract/endpoint';
import { units as unitsField } from '../contract/fields';
import type { Cents, SignedCents, Units } from '../contract/money';
import type { JsonSchema } from './json-schema';

/** A yup schema of exactly `Type`: one that lacks a key, names another or leaves out null is a type error. */
export interface Answer<Type> {
  readonly describe: Schema['describe'];
  /** Never set; makes the type invariant. */
  readonly exactly?: (value: Type) => Type;
}

interface Optional<Type> {
  readonly optionally: Answer<Type>;
}

type Writable<Type> = Type extends readonly (infer Item)[] ? Item[] : Type;

type Shape<Type> = {
  readonly [Key in keyof Type]-?: Partial<Pick<Type, Key>> extends Pick<Type, Key>
    ? Optional<Writable<Exclude<Type[Key], undefined>>>
    : Answer<Writable<Type[Key]>>;
};

const answer = <Type>(schema: unknown) => schema as Answer<Type>;
const schemaOf = (given: unknown) => given as Schema;

/** What describe() does not tell. */
const openapi = (keywords: object) => ({ openapi: keywords });

const whole = () => number().defined().integer();
const amount = openapi({ description: 'US cents' });

export const text = answer<string>(string().defined());
export const time = answer<string>(
  string()
    .defined()
    .meta(openapi({ format: 'date-time' })),
);
export const day = answer<string>(
  string()
    .defined()
    .meta(openapi({ format: 'date' })),
);
export const flag = answer<boolean>(boolean().defined());
export const id = answer<number>(whole().min(1));
export const integer = answer<number>(whole());
export const count = answer<number>(whole().min(0));
export const decimal = answer<number>(number().defined());
export const cents = answer<Cents>(whole().min(0).meta(amount));
export const signedCents = answer<SignedCents>(whole().meta(amount));
export const units = answer<Units>(unitsField().defined());
/** With keys that the document doesn't name. */
export const anyObject = <Type extends object>() =>
  answer<Type>(
    mixed()
      .defined()
      .meta(openapi({ type: 'object' })),
  );

export const oneOf = <const Value extends string | number | boolean>(values: readonly Value[]) =>
  answer<Value>(
    mixed()
      .defined()
      .oneOf(values)
      .meta({ openapi: { type: typeof values[0] } }),
  );

export const nullable = <Type>(of: Answer<Type>) => answer<Type | null>(schemaOf(of).nullable());

/** A key that the reply's type has, but that some members do not get. */
export const hideable = <Type>(of: Answer<Type>, description: string) =>
  answer<Type>(
    schemaOf(of)
      .optional()
      .meta(openapi({ ...schemaOf(of).meta()?.openapi, description })),
  );

/** A key that may be absent. */
export const optional = <Type>(of: Answer<Type>): Optional<Type> => ({ optionally: of });

export const list = <Type>(of: Answer<Type>) => answer<Type[]>(array(schemaOf(of)).defined());

/** Any names, each with such a value. */
export const record = <Type>(of: Answer<Type>) =>
  answer<Record<string, Type>>(mixed().defined().meta({ values: of }));

export const keysOf = <Name extends string>(labels: Readonly<Record<Name, unknown>>) =>
  Object.keys(labels) as Name[];

/** Some of these names. */
export const partly = <Name extends string, Type>(names: readonly Name[], of: Answer<Type>) =>
  answer<Partial<Record<Name, Type>>>(
    objectOf(Object.fromEntries(names.map((name) => [name, schemaOf(of).optional()]))).defined(),
  );

/** Each of these names. */
export const each = <Name extends string, Type>(names: readonly Name[], of: Answer<Type>) =>
  answer<Record<Name, Type>>(
    objectOf(Object.fromEntries(names.map((name) => [name, schemaOf(of)]))).defined(),
  );

export const anyOf = <First, Second>(first: Answer<First>, second: Answer<Second>) =>
  answer<First | Second>(
    mixed()
      .defined()
      .meta({ anyOf: [first, second] }),
  );

/** `component` names it in the document, for clients that generate types. */
export function object<Type extends object>(shape: NoInfer<Shape<Type>>, component?: string) {
  const fields = Object.entries(shape).map(([name, field]) => {
    const { optionally: inner } = field as Partial<Optional<unknown>>;
    return [name, inner ? schemaOf(inner).optional() : schemaOf(field)];
  });
  const schema = objectOf(Object.fromEntries(fields)).defined();
  return answer<Type>(component ? schema.meta({ component }) : schema);
}

interface AnyResource {
  readonly id: string;
  readonly type: string;
  readonly attributes: object;
  readonly relationships: object;
}

const related = object<{ data: { id: string; type: string }[] }>({
  data: list(object<{ id: string; type: string }>({ id: text, type: text })),
});

/** A resource of JSON:API. */
export const resource = <Type extends AnyResource>(
  type: Type['type'],
  component: string,
  attributes: NoInfer<Shape<Type['attributes']>>,
  relations: readonly (keyof Type['relationships'] & string)[] = [],
) =>
  answer<Type>(
    objectOf({
      id: schemaOf(text),
      type: schemaOf(oneOf([type])),
      attributes: schemaOf(object(attributes)),
      relationships: schemaOf(each(relations, related)),
    })
      .defined()
      .meta({ component }),
  );

/** A file by its type; `redirect`: 302. */
export type FileAnswer = 'text/csv' | 'application/pdf' | 'redirect';

type AnswerOf<Reply> = FileAnswer | ([Reply] extends [undefined] ? null : Answer<Reply>);

/** How a call is described. Examples are sent by the tests (test/openapi). */
export interface Doc {
  readonly endpoint: Endpoint<unknown>;
  readonly tag: string;
  readonly summary: string;
  readonly answer: FileAnswer | Answer<unknown> | null;
  readonly example?: object;
  readonly query?: object;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Keywords of fields of the body, by name, that its schema does not tell. */
  readonly fields?: Readonly<Record<string, JsonSchema>>;
  /** Beside the usual one. */
  readonly statuses?: Readonly<Record<number, string>>;
}

interface DocOptions<Reply, Path extends string> {
  readonly summary: string;
  /** null: 204. */
  readonly answer: AnswerOf<Reply>;
  /** A body. */
  readonly example?: object;
  readonly query?: object;
  readonly params?: Partial<Params<Path>>;
  readonly fields?: Readonly<Record<string, JsonSchema>>;
  readonly statuses?: Readonly<Record<number, string>>;
}

/** The calls of one tag, by `describe(endpoint, …)`. */
export const tagged =
  (tag: string) =>
  <Reply, const Path extends string>(
    endpoint: Endpoint<Reply, Path>,
    options: DocOptions<NoInfer<Reply>, Path>,
  ): Doc =>
    ({ endpoint, tag, ...options }) as Doc;
