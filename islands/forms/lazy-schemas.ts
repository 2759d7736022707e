import type * as Yup from 'yup';

/**
 * Replaces yup for the contracts in the browser's build: records schemas, and builds them when a form
 * validates. Pages without forms never load yup, which `schemas.ts` provides.
 */
type Maker = 'array' | 'boolean' | 'mixed' | 'number' | 'object' | 'string';
type Real = Pick<typeof Yup, Maker>;
type Build = (real: Real) => unknown;

let given: Real | null = null;
const builds = new WeakMap<object, () => unknown>();

export function provide(real: Real) {
  given = real;
}

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype;

/** Replaces recorded calls with schemas, also inside arrays and plain objects. */
function built(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const build = builds.get(value);
  if (build) return build();
  if (Array.isArray(value)) return value.map(built);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, built(inner)]));
}

/** Methods that need a real schema; all others are recorded. */
const ASKED = /^(validate|validateSync|validateAt|validateSyncAt|isValid|isValidSync|cast|fields|describe)$/;

type Member = Record<string, (...words: readonly unknown[]) => unknown>;

function written(build: Build): object {
  let schema: Member | null = null;
  const real = () => {
    if (!given) throw new Error('A schema is asked before any form has brought yup');
    schema ??= build(given) as Member;
    return schema;
  };
  const note = new Proxy(
    {},
    {
      get(_note, name) {
        // `await` and other language features probe these names.
        if (typeof name === 'symbol' || name === 'then') return undefined;
        if (ASKED.test(name)) {
          const member: unknown = real()[name];
          return typeof member === 'function' ? member.bind(real()) : member;
        }
        return (...words: readonly unknown[]) =>
          written(() => (real()[name] as Member[string]).apply(real(), words.map(built)));
      },
    },
  );
  builds.set(note, real);
  return note;
}

const maker =
  (name: Maker) =>
  (...words: readonly unknown[]) =>
    written((real) => (real as unknown as Member)[name]?.(...words.map(built)));

export const array = maker('array');
export const boolean = maker('boolean');
export const mixed = maker('mixed');
export const number = maker('number');
export const object = maker('object');
export const string = maker('string');

/** Only for the contracts; forms import it from `schemas.ts`. */
export class ValidationError extends Error {}
