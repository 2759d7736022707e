import {
  array,
  object as body,
  email,
  id,
  number,
  price,
  string,
  text,
  units,
} from '../../server/contract/fields';
import * as answer from '../../server/openapi/answer';
import { type Components, jsonSchema } from '../../server/openapi/json-schema';

interface Line {
  id: number;
  note: string | null;
  state: 'open' | 'closed';
  quantity?: bigint;
}

const fields = {
  id: answer.id,
  note: answer.nullable(answer.text),
  state: answer.oneOf(['open', 'closed']),
} as const;
const quantity = answer.optional(answer.units);

test('what a reply has, its schema says: the compiler refuses another one', () => {
  const refused = () => {
    // @ts-expect-error a key is missing
    answer.object<Line>(fields);
    // @ts-expect-error a key is misnamed
    answer.object<Line>({ ...fields, quantity, amount: answer.cents });
    // @ts-expect-error a note may be null
    answer.object<Line>({ ...fields, quantity, note: answer.text });
    // @ts-expect-error the quantity may be absent
    answer.object<Line>({ ...fields, quantity: answer.units });
    // @ts-expect-error a state is missing
    answer.object<Line>({ ...fields, quantity, state: answer.oneOf(['open']) });
  };
  expect(refused).not.toThrow();
  const components: Components = {};
  const line = answer.object<Line>({ ...fields, quantity }, 'Line');
  expect(jsonSchema(answer.nullable(line), components)).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Line' }, { type: 'null' }],
  });
  expect(components.Line).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer', minimum: 1 },
      note: { type: ['string', 'null'] },
      state: { type: 'string', enum: ['open', 'closed'] },
      quantity: { type: 'integer', format: 'int64', minimum: 0, maximum: 9e18 },
    },
    required: ['id', 'note', 'state'],
  });
});

test('a body is described by the rules that judge it', () => {
  const schema = body({
    email: email().required(),
    code: string().matches(/^[A-Z]{2}$/),
    note: text(500).nullable(),
    kind: string().oneOf(['a', 'b']).default('a'),
    lines: array(body({ id: id().required(), quantity: units(1n).required(), unit_price: price().min(1) }))
      .required()
      .min(1)
      .max(500),
    limit: number().integer().min(1).max(9).default(5),
  });
  expect(jsonSchema(schema as never, {})).toEqual({
    type: 'object',
    properties: {
      email: { type: 'string', format: 'email', maxLength: 254 },
      code: { type: 'string', pattern: '^[A-Z]{2}$' },
      note: { type: ['string', 'null'], maxLength: 500 },
      kind: { type: 'string', enum: ['a', 'b'], default: 'a' },
      lines: {
        type: 'array',
        minItems: 1,
        maxItems: 500,
        items: {
          type: 'object',
          properties: {
            id: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
            quantity: { type: 'integer', format: 'int64', minimum: 1, maximum: 9e18 },
            unit_price: {
              type: 'integer',
              description: 'US cents',
              minimum: 1,
              maximum: Number.MAX_SAFE_INTEGER,
            },
          },
          required: ['id', 'quantity'],
        },
      },
      limit: { type: 'integer', minimum: 1, maximum: 9, default: 5 },
    },
    required: ['email', 'lines'],
  });
});
