import type { ISchema, ObjectSchema } from 'yup';
import { boolean, id, number, object } from '../contract/fields';
import { isBlank } from '../contract/strip-invisible';
import type { ProductInput } from './contract';
import { productPieces } from './form-schema';

interface Clearable {
  nullable(): Clearable;
  transform(change: (value: unknown, original: unknown) => unknown): Clearable;
}

const clearable = (schema: unknown) =>
  (schema as Clearable)
    .nullable()
    .transform((value, original) => (original !== undefined && isBlank(original) ? null : value));

const given = Object.fromEntries(
  Object.entries(productPieces).map(([field, piece]) => [field, clearable(piece())]),
);

export const productFields = object({
  ...given,
  location_id: clearable(id()),
  paused: clearable(boolean().typeError('Enter true or false')),
  version: clearable(number().integer().typeError('Enter a whole number')),
} as never) as unknown as ObjectSchema<ProductInput>;

export const productBody = object({ product: productFields }).meta({
  root: 'product',
}) as unknown as ISchema<{ product: ProductInput }>;
