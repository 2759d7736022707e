import {
  ArraySchema,
  boolean,
  type ISchema,
  mixed,
  object,
  StringSchema,
  setLocale,
  type ValidationError,
  type array as yupArray,
  number as yupNumber,
  type string as yupString,
} from 'yup';
import { fieldTexts } from './field-texts';
import { MAX_ID } from './limits';
import { formatUnits, MAX_CENTS, MAX_UNITS, parseUnits, type Units } from './money';
import { stripInvisible } from './strip-invisible';

setLocale(fieldTexts);

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

const string = (() => new BoundedString()) as unknown as typeof yupString;

const boundedArray = (<Item>(item: ISchema<Item>) =>
  new BoundedArray(item as never)) as unknown as typeof yupArray;

export const REQUIRED = 'Required';
export const INVALID_EMAIL = 'Please enter a valid email address';

const BLANK = /^\s*$/;
const digitsOnly = /^-?\d+$/;
const plainDecimal = /^-?(\d+(\.\d*)?|\.\d+)$/;

const MAX_NUMBER_LENGTH = 100;

const isPlainDecimal = (text: string) => text.length <= MAX_NUMBER_LENGTH && plainDecimal.test(text.trim());

/** Takes numbers and plain decimals; yup alone also takes `0x10`, `1e3`, `Infinity` and lists. */
export const number = <Value extends number = number>() =>
  yupNumber<Value>().transform((value: unknown, original: unknown) => {
    if (typeof original === 'string') return isPlainDecimal(original) ? value : Number.NaN;
    return typeof original === 'object' && original !== null ? Number.NaN : value;
  });

/** Most items of a list whose schema names no other `max`. */
const MAX_ITEMS = 1_000;

/** Also takes `{"0": …, "7": …}`, the nested form of Rails' `a[0][x]=…&a[7][x]=…`. */
export const array = <Item>(item: ISchema<Item>) => boundedArray(item).max(MAX_ITEMS);

// Stricter than yup's: the domain needs a dot.
export const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)+$/;

/** Above every `max`, also with invisible characters: longer texts fail by their length alone. */
const MAX_READ_LENGTH = 50_000;

const read = (change: (text: string) => string) => (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_READ_LENGTH ? change(value) : value;

/** Strips invisible characters; rejects NUL, which PostgreSQL cannot store. */
export const text = (maxLength = 10_000) =>
  string()
    .transform(read(stripInvisible))
    .max(maxLength, `Maximum ${formatUnits(maxLength)} characters`)
    .test('no-nul', 'Remove unsupported characters', (value) => !value?.includes('\u0000'));

/** For `transform`: yup's own `trim()` throws for what is no text. */
export const trimmed = read((value) => value.trim());

export const requiredText = (maxLength?: number) => text(maxLength).required(REQUIRED);

export const email = () =>
  string()
    .transform(read((value) => value.trim().toLowerCase()))
    .max(254, INVALID_EMAIL)
    .matches(EMAIL, { message: INVALID_EMAIL, excludeEmptyString: true });

/** 8 to 128 characters, never trimmed (docs/rules.md#people). */
export const newPassword = () =>
  string().required(REQUIRED).min(8, 'Minimum 8 characters').max(128, 'Maximum 128 characters');

export const confirmPassword = (field: string) =>
  string()
    .required(REQUIRED)
    .test(
      'matches',
      'Passwords do not match',
      (value, { parent }) => value === (parent as Record<string, unknown>)[field],
    );

export const id = () => number().integer().min(1).max(MAX_ID).typeError('Enter a numeric ID');

function readCents(value: unknown, original: unknown): unknown {
  if (typeof original === 'bigint') return original <= BigInt(MAX_CENTS) ? Number(original) : Number.NaN;
  if (typeof original !== 'string') return value;
  if (original.length > MAX_NUMBER_LENGTH) return Number.NaN;
  if (BLANK.test(original)) return undefined;
  return digitsOnly.test(original.trim()) ? Number(original) : Number.NaN;
}

/** Takes whole cents as a number or digits. Allows 0; schemas set their own minimum. */
export const price = () =>
  number()
    .transform(readCents)
    .typeError(({ originalValue }) =>
      // Only a form's own text reads as NaN: JSON has none.
      Number.isNaN(originalValue) ? 'Enter a price like 9.99' : 'Enter a price in whole cents',
    )
    .integer('Enter a price in whole cents')
    .max(MAX_CENTS, 'Enter a smaller price') as unknown as PriceSchema;

type PriceSchema = ReturnType<typeof yupNumber<number>>;

function readUnits(original: unknown): Units | undefined | null {
  if (original === null || original === undefined) return original;
  if (typeof original === 'bigint') return original;
  if (typeof original === 'number')
    return Number.isSafeInteger(original) ? BigInt(original) : (Number.NaN as never);
  if (typeof original !== 'string' || original.length > MAX_NUMBER_LENGTH) return Number.NaN as never;
  return signedUnits(original.trim());
}

function signedUnits(digits: string): Units | undefined {
  if (digits === '') return undefined;
  const size = parseUnits(digits.replace(/^-/, ''));
  if (size === null) return Number.NaN as never;
  return digits.startsWith('-') ? -size : size;
}

export const TOO_MANY_UNITS = 'Must be no more than 9,000,000,000,000,000,000 units';

/** 64-bit units from digits (commas between thousands are fine), a number or a bigint; yields a bigint. Bounds: `least` to 9·10^18. */
export const units = (least = 0n, tooFew = 'Units must be greater than 0') =>
  mixed<bigint>({ type: 'units', check: (value: unknown): value is bigint => typeof value === 'bigint' })
    .transform((_value, original: unknown) => readUnits(original))
    .typeError('Enter a whole number')
    .test('least', tooFew, (value) => (value ?? least) >= least)
    .test('most', TOO_MANY_UNITS, (value) => (value ?? least) <= MAX_UNITS);

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A time with its zone, whose milliseconds may be bounded. */
export const time = (otherwise: string, isAllowed: (at: number) => boolean) =>
  string()
    .max(40, otherwise)
    .test(
      'time',
      otherwise,
      (value) => value == null || (ISO_TIME.test(value) && isAllowed(Date.parse(value))),
    )
    .meta({ openapi: { format: 'date-time' } });

export const paged = () =>
  object({
    page: number().integer().min(1).default(1),
    per: number().integer().min(1).max(1_000).default(1_000),
  });

export { boolean, mixed, object, string };
