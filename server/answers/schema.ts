import type { InferType } from 'yup';
import { array, id, number, object, price, string, text } from '../contract/fields';
import { parseTenths } from '../contract/percent';
import { bulkActions, MAX_BULK_OFFERS } from './contract';

const PERCENT_RULE = 'Enter a percentage from 1 to 100 with at most one decimal';
const TOO_MANY = `Select at most ${MAX_BULK_OFFERS} offers`;

const isPercent = (value: number | null | undefined) =>
  value === undefined || value === null || parseTenths(value) !== null;

const percent = () =>
  number()
    .typeError(PERCENT_RULE)
    .test('tenths', PERCENT_RULE, isPercent)
    .when('action', {
      is: 'reject',
      // biome-ignore lint/suspicious/noThenProperty: yup's name for it
      then: (schema) => schema.nullable(),
      otherwise: (schema) => schema.required('Enter a percentage'),
    });

const selection = {
  offer_ids: array(id().required())
    .required('Select an offer')
    .min(1, 'Select an offer')
    .max(MAX_BULK_OFFERS, TOO_MANY),
  action: string().oneOf(bulkActions, 'Choose an answer').required('Choose an answer'),
  percent: percent(),
  note: text(500).nullable(),
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const previewedRow = object({
  offer_id: id().required(),
  version: number().integer().required(),
  // Our page sends it: the answer is the one that it showed.
  new_total_cents: price().nullable(),
});

export const previewBody = object({ bulk_answer: object(selection).required() }).meta({
  root: 'bulk_answer',
});

export const bulkAnswerBody = object({
  bulk_answer: object({
    ...selection,
    key: string().required('Enter a key').matches(UUID, 'Enter a UUID'),
    rows: array(previewedRow)
      .required('Preview the answers')
      .min(1, 'Preview the answers')
      .max(MAX_BULK_OFFERS, TOO_MANY),
  }).required(),
}).meta({ root: 'bulk_answer' });

export type Selection = InferType<typeof previewBody>['bulk_answer'];
export type BulkAnswerBody = InferType<typeof bulkAnswerBody>['bulk_answer'];
