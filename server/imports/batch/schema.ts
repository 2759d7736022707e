import type { ISchema } from 'yup';
import { boolean, id, mixed, object, units } from '../../contract/fields';
import { MAX_UNITS } from '../../contract/money';
import { productFields } from '../../products/input-schema';
import { NO_UNITS } from '../../products/rules';
import { countedAt } from '../../products/schema';

const FEWEST = -MAX_UNITS;

/** The fields of a row; each is read by itself, so that one bad row harms no other. */
export const batchRow = object({
  ...productFields.fields,
  // 0 is sold out.
  units: units(0n, NO_UNITS).nullable(),
  id: id().nullable(),
  units_counted_at: countedAt().nullable(),
  units_delta: units(FEWEST, 'Enter a larger number')
    .nullable()
    .meta({ openapi: { minimum: Number(FEWEST) } }),
  deleted: boolean().typeError('Enter true or false').nullable(),
});

/** The act counts the rows, and reads each. */
export const batchBody = object({ products: mixed().nullable() }) as unknown as ISchema<{
  products?: unknown;
}>;
