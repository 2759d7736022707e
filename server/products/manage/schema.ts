import type { ISchema } from 'yup';
import { type SellBy, sellByLabels } from '../../contract/case-packs';
import { array, boolean, id, mixed, number, object, string, text } from '../../contract/fields';
import { ownStatuses } from '../contract';
import { productPieces } from '../form-schema';
import type { BulkBody } from './contract';

const MAX_CHOSEN = 1_000;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export const changesQuery = object({ page: number().integer().min(1).max(1_000_000).default(1) });

export const bulkBody = object({
  ids: array(id().required()).min(1).max(MAX_CHOSEN).optional().default(undefined),
  all: object({
    name: text(500).default(''),
    status: string().oneOf(ownStatuses, 'Unknown status'),
    count: mixed<number>(isCount)
      .required()
      .meta({ openapi: { type: 'integer', minimum: 0 } }),
  })
    .optional()
    .default(undefined),
  change: object({
    seller_price_cents: productPieces.seller_price_cents(),
    units: productPieces.units(),
    condition: productPieces.condition(),
    location_id: id(),
    sell_by: string().oneOf(Object.keys(sellByLabels) as SellBy[], 'Choose an option'),
    paused: boolean().typeError('Enter true or false'),
    delete: mixed<true>((value): value is true => value === true).meta({
      openapi: { type: 'boolean', enum: [true] },
    }),
  }).required(),
})
  .test(
    'which',
    'Select products by ID or by search',
    ({ ids, all }) => (ids === undefined) !== (all === undefined),
  )
  .test(
    'change',
    'Choose one change',
    ({ change }) =>
      Object.values(change ?? {}).filter((value) => value !== undefined && value !== null).length === 1,
  ) as unknown as ISchema<BulkBody>;
