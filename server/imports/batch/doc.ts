import {
  cents,
  count,
  each,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  tagged,
  text,
  time,
  units,
} from '../../openapi/answer';
import { jsonSchema } from '../../openapi/json-schema';
import { productKeywords } from '../../products/doc';
import {
  type BatchAnswer,
  type BatchResult,
  type BatchWarning,
  batchOutcomes,
  MAX_BATCH_ROWS,
  writeProducts,
} from './contract';
import { batchRow } from './schema';

const result = object<BatchResult>(
  {
    index: count,
    upc: nullable(text),
    sku: nullable(text),
    id: nullable(id),
    outcome: oneOf(batchOutcomes),
    version: nullable(integer),
    provisional: nullable(flag),
    provisional_errors: record(text),
    errors: record(list(text)),
    warnings: list(object<BatchWarning>({ field: text, value: text, message: text })),
    current: optional(
      object<NonNullable<BatchResult['current']>>({
        version: integer,
        units: nullable(units),
        seller_price_cents: nullable(cents),
        updated_at: time,
      }),
    ),
  },
  'BatchResult',
);

const row = jsonSchema(batchRow as unknown as Parameters<typeof jsonSchema>[0], {});

/** The body's schema leaves the rows to the act. */
const rows = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_BATCH_ROWS,
  items: { ...row, properties: { ...row.properties, ...productKeywords } },
};

const doc = tagged('Products');

export default [
  doc(writeProducts, {
    summary: 'Add, change and count up to 1,000 products, each on its own',
    answer: object<BatchAnswer>({ counts: each(batchOutcomes, count), results: list(result) }),
    fields: { products: rows },
    example: {
      products: [
        { upc: '012345678905', units: 940, seller_price_cents: 425 },
        {
          upc: '036000291452',
          name: 'Stoneware bowl, 20 oz',
          category: 'home',
          photo_1: 'https://cdn.example.com/bowl.jpg',
          msrp_cents: 2200,
          wholesale_cents: 1100,
          seller_price_cents: 550,
          units: 600,
        },
        { sku: 'LAMP-7', paused: true },
      ],
    },
  }),
];
