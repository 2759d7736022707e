import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents, Units } from '../contract/money';
import type { EmailChoice } from '../contract/notification-kinds';
import type { WantCell, WantProblem } from './cells/rules';
import type { WantListState, WantPart, WantStatus } from './rules';

export interface WantList {
  id: number;
  name: string;
  state: WantListState;
  /** Why it could not be read. */
  error: string | null;
  /** Lines that were looked for, of all. */
  progress: { done: number; of: number };
  counts: Record<WantPart, number>;
  alert: EmailChoice;
  /** The last day, in UTC, of lines without a day of their own. */
  ends_on: string;
  version: number;
  created_at: string;
}

/** A listing that is, or may be, what a line asks for. */
export interface WantedProduct {
  product_id: number;
  seller_id: number;
  name: string;
  seller_name: string;
  asking_cents: Cents | null;
  units: Units | null;
}

export interface WantLine {
  id: number;
  /** Of the text that was read. */
  line: number;
  upc: string | null;
  sku: string | null;
  name: string | null;
  quantity: Units | null;
  target_cents: Cents | null;
  ends_on: string;
  status: WantStatus;
  /** Null also where the listing is gone. */
  product: WantedProduct | null;
  proposals: WantedProduct[];
  offer_id: number | null;
  problem: string | null;
  /** What is wrong with each cell; `problem` is the sentence of the first. */
  problems: readonly WantProblem[];
  /** The cells of a faulty line as they were typed. */
  typed: Record<WantCell, string | null> | null;
  /** The check digit of the UPC is wrong, as after a typing error. */
  is_doubtful: boolean;
  /** The cart has the product, with the line or without. */
  in_cart: boolean;
  /** The number of an open offer with the product. */
  open_offer: string | null;
}

interface WantListAnswer {
  want_list: WantList;
}

export interface WantLists {
  want_lists: WantList[];
}

export interface WantListPage extends WantListAnswer {
  lines: WantLine[];
  /** How many lines can be added to the cart. */
  addable: number;
  /** What was pasted, of a list that couldn't be read. */
  text: string | null;
}

export const listWantLists = endpoint<WantLists>()('GET /want_lists');
export const createWantList = endpoint<WantListAnswer>()('POST /want_lists');
export const showWantList = endpoint<WantListPage>()('GET /want_lists/:id');
export const updateWantList = endpoint<WantListAnswer>()('PUT /want_lists/:id');
export const deleteWantList = endpoint<undefined>()('DELETE /want_lists/:id');
export const correctWants = endpoint<{ lines: WantLine[] }>()('PUT /want_lists/:id/lines');
export const updateWant = endpoint<{ want: WantLine }>()('PUT /wants/:id');
export const deleteWant = endpoint<undefined>()('DELETE /wants/:id');

/** `full`: the offer has as many lines as an offer may have. */
export const draftResults = ['added', 'changed', 'in_cart', 'in_offer', 'unavailable', 'full'] as const;
export type DraftResult = (typeof draftResults)[number];

export interface DraftRow {
  want_id: number;
  product_id: number;
  name: string;
  seller_name: string;
  result: DraftResult;
  /** What differs from the line, or why it can't be added. */
  reason: string | null;
  /** `new` is null for what isn't added. */
  quantity: { old: Units; new: Units | null };
  unit_price: Cents | null;
}

/** What the cart gets of one seller. */
export interface DraftedOffer {
  /** Null in a preview. */
  id: number | null;
  seller_name: string;
  lines: number;
  total_cents: Cents;
}

export interface DraftAnswer {
  rows: DraftRow[];
  offers: DraftedOffer[];
}

export const draftWants = endpoint<DraftAnswer>()('POST /want_lists/:id/drafts');

/** `readOnly`: of a member whose role changes no list. */
export const wantLists: Island<Partial<WantLists> & { readOnly?: boolean }> = { id: 'want-lists' };

/** What the address asks of a list. */
export type WantListAsked = {
  status: WantPart | '';
  page: number;
};

export const wantList: Island<{
  id: number;
  list: WantListPage;
  asked: WantListAsked;
  readOnly: boolean;
}> = { id: 'want-list' };
