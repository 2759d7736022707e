import { endpoint } from '../contract/endpoint';
import type { Cents } from '../contract/money';
import type { EventType } from './rules';

interface EventSubject {
  type: 'offer' | 'approval' | 'order' | 'claim' | 'product' | 'payout' | 'webhook';
  id: number;
  number: string | null;
  version: number | null;
  state: string | null;
}

interface EventAuthor {
  side: 'buyer' | 'seller' | 'staff' | 'system';
  /** null where the author is not of the reader's company. */
  id: number | null;
  name: string | null;
  kind: 'person' | 'key' | null;
}

export interface EventData {
  /** null: several. */
  subject: EventSubject | null;
  by: EventAuthor;
  /** What was done, in the words of the subject's history. */
  reason: string | null;
  /** Goods and freight. Left out for those who read no amounts. */
  total_cents?: Cents | null;
  /** The call that reads the subject. */
  href: string | null;
  /** Of several products, with the first 100. */
  count?: number;
  ids?: number[];
}

/** What the feed lists and webhooks are sent. */
export interface CompanyEvent {
  /** `evt_81234` */
  id: string;
  type: EventType;
  timestamp: string;
  data: EventData;
}

export interface EventPage {
  /** Oldest first. */
  events: CompanyEvent[];
  /** The `after` that goes on behind these. */
  next: string;
  has_more: boolean;
}

export const listEvents = endpoint<EventPage>()('GET /events');
