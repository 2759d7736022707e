import { emailChoices } from '../contract/notification-kinds';
import {
  cents,
  count,
  day,
  each,
  flag,
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
import { type WantProblem, wantCells, wantProblems } from './cells/rules';
import * as calls from './contract';
import * as figures from './guides/contract';
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
    problems: list(oneOf(Object.keys(wantProblems) as WantProblem[])),
    typed: nullable(each(wantCells, nullable(text))),
    is_doubtful: flag,
    in_cart: flag,
    open_offer: nullable(text),
  },
  'Want',
);

const one = object<{ want_list: calls.WantList }>({ want_list: wantList });

const drafts = object<calls.DraftAnswer>({
  rows: list(
    object<calls.DraftRow>({
      want_id: id,
      product_id: id,
      name: text,
      seller_name: text,
      result: oneOf(calls.draftResults),
      reason: nullable(text),
      quantity: object<calls.DraftRow['quantity']>({ old: units, new: nullable(units) }),
      unit_price: nullable(cents),
    }),
  ),
  offers: list(
    object<calls.DraftedOffer>({ id: nullable(id), seller_name: text, lines: count, total_cents: cents }),
  ),
});

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
    answer: object<calls.WantListPage>({
      want_list: wantList,
      lines: list(line),
      addable: count,
      text: nullable(text),
    }),
    query: { status: 'matched', page: 1 },
  }),
  doc(calls.updateWantList, {
    summary: 'Change the name, the emails or the last day of a want list',
    answer: one,
    example: { want_list: { name: 'Summer restock', alert: 'off' } },
  }),
  doc(calls.deleteWantList, { summary: 'Delete a want list; what is in the cart stays there', answer: null }),
  doc(calls.draftWants, {
    summary: 'Put the matched lines of a want list into the cart, one draft offer a seller',
    answer: drafts,
    example: { want_ids: [91], preview: true },
  }),
  doc(calls.correctWants, {
    summary:
      'Correct faulty lines of a want list by their cells as they are typed, or take proposals, up to 100 lines at a time',
    answer: object<{ lines: calls.WantLine[] }>({ lines: list(line) }),
    example: { lines: [{ id: 91, quantity: '24 pcs', price: '$4.75' }] },
  }),
  doc(calls.updateWant, {
    summary: 'Change a line of a want list, take one of its proposals, or refuse them with null',
    answer: object<{ want: calls.WantLine }>({ want: line }),
    example: { quantity: 60, target_cents: 450 },
  }),
  doc(figures.listWanted, {
    summary: 'List your products that at least five buyers want, by their open want lists',
    answer: object<{ products: figures.WantedFigure[] }>({
      products: list(
        object<figures.WantedFigure>(
          { product_id: id, buyers: oneOf(figures.buyerCounts), units },
          'WantedFigure',
        ),
      ),
    }),
    query: { page: 1 },
  }),
  doc(calls.deleteWant, { summary: 'Delete a line of a want list', answer: null }),
];
