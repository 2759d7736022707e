import { array, boolean, id, number, object, price, string, text, units } from '../contract/fields';
import { day } from '../lists/schema';
import { MAX_ITEM_CHARACTERS } from './cells/rules';
import { alertField, listName } from './form-schema';
import { MAX_WANTED_PER_PAGE } from './guides/contract';
import { LINES_PER_PAGE, MAX_LIST_LINES, MAX_TEXT_BYTES, TEXT_TOO_LONG, wantParts } from './rules';

export const newWantListBody = object({
  want_list: object({
    name: listName(),
    text: string().max(MAX_TEXT_BYTES, TEXT_TOO_LONG),
    key: string().max(200),
    ends_on: day(),
    alert: alertField().default('daily'),
  }).required(),
}).meta({ root: 'want_list' });

export const wantListBody = object({
  want_list: object({
    name: listName().optional(),
    ends_on: day(),
    alert: alertField(),
    version: number().integer(),
  }).required(),
}).meta({ root: 'want_list' });

export const wantBody = object({
  item: text(MAX_ITEM_CHARACTERS),
  quantity: units(1n, 'Enter a quantity'),
  target_cents: price().min(1, 'Enter a price like 9.99').nullable(),
  ends_on: day(),
  product_id: id().nullable(),
});

const cell = () => string().max(MAX_ITEM_CHARACTERS, `Enter at most ${MAX_ITEM_CHARACTERS} characters`);

/** Cells as people type them, and the proposals that they take. What is not given stays. */
export const correctionsBody = object({
  lines: array(
    object({
      id: id().required(),
      ...{ item: cell(), quantity: cell(), price: cell(), date: cell() },
      product_id: id(),
    }).required(),
  )
    .max(LINES_PER_PAGE, `Send at most ${LINES_PER_PAGE} lines`)
    .required(),
});

export const draftBody = object({
  want_ids: array(id().required()).max(MAX_LIST_LINES),
  preview: boolean().default(false),
});

/** Of own products: some, or a page of all that are wanted. */
export const wantedQuery = object({
  product_ids: array(id().required()).max(MAX_WANTED_PER_PAGE),
  page: number().integer().min(1).max(10_000).default(1),
});

export const linesQuery = object({
  status: string().oneOf(wantParts, 'Unknown status'),
  page: number().integer().min(1).max(100).default(1),
});
