import { cents, count, decimal, id, list, nullable, object, oneOf, tagged, text } from '../openapi/answer';
import {
  type BulkAnswer,
  type BulkPreview,
  type PreviewRow,
  previewBulkAnswer,
  showBulkAnswer,
  startBulkAnswer,
} from './contract';

const action = oneOf(['accept', 'counter', 'reject', 'skip']);

const preview = object<BulkPreview>({
  rows: list(
    object<PreviewRow>({
      offer_id: id,
      offer_number: text,
      buyer_name: text,
      version: id,
      action,
      reason: nullable(text),
      percent_of_asking: nullable(decimal),
      total_cents: cents,
      new_total_cents: nullable(cents),
      net_cents: nullable(cents),
      lines: list(object<PreviewRow['lines'][number]>({ id, unit_price: cents, new_unit_price: cents })),
    }),
  ),
  totals: object<BulkPreview['totals']>({
    accept: count,
    counter: count,
    reject: count,
    skip: count,
    total_cents: cents,
    net_cents: cents,
  }),
});

const answer = object<{ bulk_answer: BulkAnswer }>({
  bulk_answer: object<BulkAnswer>({
    id,
    state: oneOf(['running', 'done']),
    rows: list(
      object<BulkAnswer['rows'][number]>({
        offer_id: id,
        offer_number: text,
        buyer_name: text,
        action,
        state: oneOf(['waiting', 'done', 'skipped', 'failed']),
        reason: nullable(text),
        purchase_order_id: nullable(id),
      }),
    ),
  }),
});

const selection = { offer_ids: [1042], action: 'accept_at_or_above', percent: 80 };

const doc = tagged('Bulk answers');

export default [
  doc(previewBulkAnswer, {
    summary: 'Preview one answer to many offers',
    answer: preview,
    example: { bulk_answer: selection },
  }),
  doc(startBulkAnswer, {
    summary: 'Answer many offers as previewed',
    answer,
    example: {
      bulk_answer: {
        ...selection,
        key: '0b7a9c1e-52d8-4f4e-8a53-5f0f7a2f1c11',
        rows: [{ offer_id: 1042, version: 3 }],
      },
    },
    statuses: { 202: 'Begun. 200 where the key repeats.' },
  }),
  doc(showBulkAnswer, { summary: 'Show how far the answers are', answer }),
];
