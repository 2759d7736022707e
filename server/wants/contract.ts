import { endpoint } from '../contract/endpoint';
import type { Cents, Units } from '../contract/money';
import type { EmailChoice } from '../contract/notification-kinds';
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
}

interface WantListAnswer {
  want_list: WantList;
}

export interface WantLists {
  want_lists: WantList[];
}

export interface WantListPage extends WantListAnswer {
  lines: WantLine[];
}

export const listWantLists = endpoint<WantLists>()('GET /want_lists');
export const createWantList = endpoint<WantListAnswer>()('POST /want_lists');
export const showWantList = endpoint<WantListPage>()('GET /want_lists/:id');
