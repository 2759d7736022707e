import { emailChoices } from '../contract/notification-kinds';
import {
  cents,
  count,
  day,
  each,
  id,
  list,
  nullable,
  object,
  oneOf,
  tagged,
  text,
  time,
  units,
} from '../openapi/answer';
import * as calls from './contract';
import { wantListStates, wantParts, wantStatuses } from './rules';

const wantList = object<calls.WantList>(
  {
    id,
    name: text,
    state: oneOf(wantListStates),
    error: nullable(text),
    progress: object<calls.WantList['progress']>({ done: count, of: count }),
    counts: each(wantParts, count),
    alert: oneOf(emailChoices),
    ends_on: day,
    version: count,
    created_at: time,
  },
  'WantList',
);

const product = object<calls.WantedProduct>(
  {
    product_id: id,
    seller_id: id,
    name: text,
    seller_name: text,
    asking_cents: nullable(cents),
    units: nullable(units),
  },
  'WantedProduct',
);

const line = object<calls.WantLine>(
  {
    id,
    line: count,
    upc: nullable(text),
    sku: nullable(text),
    name: nullable(text),
    quantity: nullable(units),
    target_cents: nullable(cents),
    ends_on: day,
    status: oneOf(wantStatuses),
    product: nullable(product),
    proposals: list(product),
    offer_id: nullable(id),
    problem: nullable(text),
  },
  'Want',
);

const one = object<{ want_list: calls.WantList }>({ want_list: wantList });

const doc = tagged('Want lists');

const pasted = 'UPC, Quantity, Target Price\n012345678905, 48, 4.75\n036000291452, 120';

export default [
  doc(calls.listWantLists, {
    summary: 'List the want lists of the company, newest first',
    answer: object<calls.WantLists>({ want_lists: list(wantList) }),
  }),
  doc(calls.createWantList, {
    summary: 'Create a want list of a text or an uploaded CSV file, which is read and matched afterwards',
    answer: one,
    example: { want_list: { name: 'Spring restock', text: pasted, alert: 'daily' } },
  }),
  doc(calls.showWantList, {
    summary: 'Show a want list with its lines, 100 a page',
    answer: object<calls.WantListPage>({ want_list: wantList, lines: list(line) }),
    query: { status: 'matched', page: 1 },
  }),
];
