import {
  ArraySchema,
  type ISchema,
  StringSchema,
  type string,
  type ValidationError,
  type array as yupArray,
} from 'yup';

const INDEX = /^-?\d{1,20}$/;

/** `{"0": …, "7": …}` is the nested form of Rails' `a[0][x]=…&a[7][x]=…`. */
function toList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => INDEX.test(name)) ? Object.values(value) : value;
}

type Schema = Pick<StringSchema, 'tests'> & { internalTests: Record<string, StringSchema['tests'][number]> };

/** Moves the bound that was added last to the tests of the type: where one fails, yup judges no further. */
function judgeFirst<Bounded>(bounded: Bounded): Bounded {
  const { tests, internalTests } = bounded as Schema;
  const bound = tests.pop();
  if (bound) internalTests.max = bound;
  return bounded;
}

/** A text whose length is judged before any pattern reads it. */
class BoundedString extends StringSchema {
  override max(...given: Parameters<StringSchema['max']>) {
    return judgeFirst(super.max(...given));
  }
}

type Validate = (
  given: unknown,
  options: Record<string, unknown> | undefined,
  panic: (error: Error, value: unknown) => void,
  next: (errors: ValidationError[], value: unknown) => void,
) => void;

/** A list whose number of items is judged before any item is read. */
class BoundedArray extends ArraySchema<unknown[] | undefined, object> {
  override max(...given: Parameters<ArraySchema<unknown[], object>['max']>) {
    return judgeFirst(super.max(...given));
  }

  private isTooLong(list: unknown): boolean {
    const bound = (this as unknown as Schema).internalTests.max?.OPTIONS?.params?.max;
    return Array.isArray(list) && typeof bound === 'number' && list.length > bound;
  }

  protected override _cast(given: unknown, options: never): unknown {
    const list = toList(given);
    return this.isTooLong(list) ? list : super._cast(list, options);
  }

  protected override _validate(...[given, options, panic, next]: Parameters<Validate>) {
    const recursive = this.isTooLong(toList(given)) ? { recursive: false } : {};
    super._validate(given, { ...options, ...recursive }, panic, next);
  }
}

export const boundedString = (() => new BoundedString()) as unknown as typeof string;

export const boundedArray = (<Item>(item: ISchema<Item>) =>
  new BoundedArray(item as never)) as unknown as typeof yupArray;
