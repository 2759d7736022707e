import { randomBytes } from 'node:crypto';
import type { Tx } from '../../db/transaction';

/** Objects in Stripe's shape, with the fields that change; `serializer.ts` adds the constant ones. */
export interface Session {
  id: string;
  object: 'checkout.session';
  created: number;
  amount_total: number;
  currency: string;
  cancel_url: string | null;
  success_url: string;
  client_reference_id: string | null;
  metadata: Metadata;
  payment_intent: string | null;
  payment_intent_data: { metadata: Metadata; description: string | null };
  payment_method_types: string[];
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  expires_at: number;
  url: string | null;
  line_items: LineItem[];
  /** The text beside the pay button; absent from older sessions. */
  submit_message?: string | null;
}

export interface LineItem {
  id: string;
  name: string;
  description: string | null;
  quantity: number;
  unit_amount: number;
}

export interface Intent {
  id: string;
  object: 'payment_intent';
  created: number;
  amount: number;
  amount_received: number;
  currency: string;
  description: string | null;
  latest_charge: string | null;
  last_payment_error: Record<string, unknown> | null;
  metadata: Metadata;
  next_action: {
    type: 'verify_with_microdeposits';
    verify_with_microdeposits: {
      arrival_date: number;
      hosted_verification_url: string;
      microdeposit_type: 'amounts';
    };
  } | null;
  payment_method_types: string[];
  canceled_at: number | null;
  cancellation_reason: string | null;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  /** When a bank payment settles, in Unix milliseconds. Not on the wire. */
  settles_at: number | null;
  session: string;
}

export interface Charge {
  id: string;
  object: 'charge';
  created: number;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  description: string | null;
  metadata: Metadata;
  payment_intent: string;
  disputed: boolean;
  refunded: boolean;
  paid: boolean;
  captured: boolean;
  status: 'succeeded';
}

export interface Refund {
  id: string;
  object: 'refund';
  created: number;
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  metadata: Metadata;
  reason: string | null;
  status: 'succeeded';
}

export interface Event {
  id: string;
  object: 'event';
  created: number;
  api_version: string | null;
  data: { object: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

type Metadata = Record<string, string>;

interface Kinds {
  'checkout.session': Session;
  payment_intent: Intent;
  charge: Charge;
  refund: Refund;
  event: Event;
}

export type Kind = keyof Kinds;

/** Unguessable: as at Stripe, a session's id authorizes its payment. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

export const seconds = (date = new Date()) => Math.floor(date.getTime() / 1000);

export const put = <K extends Kind>(tx: Tx, kind: K, object: Kinds[K]) =>
  tx('sandbox_objects').insert({ id: object.id, kind, data: JSON.stringify(object) });

export const save = (tx: Tx, object: Kinds[Kind]) =>
  tx('sandbox_objects')
    .where({ id: object.id })
    .update({ data: JSON.stringify(object) });

/** Locks the object; undefined without one of that kind. */
export async function lock<K extends Kind>(tx: Tx, kind: K, id: string): Promise<Kinds[K] | undefined> {
  const row = await tx('sandbox_objects').where({ id, kind }).forUpdate().first('data');
  return row?.data as Kinds[K] | undefined;
}

interface ListQuery {
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  paymentIntent?: string | undefined;
}

/** Newest first. Returns one row beyond the limit, which shows the caller that there is a next page. */
export async function list<K extends Kind>(tx: Tx, kind: K, query: ListQuery): Promise<Kinds[K][]> {
  const position = (id: string) => tx('sandbox_objects').where({ id, kind }).select('position');
  const rows: { data: unknown }[] = await tx('sandbox_objects')
    .where({ kind })
    .modify((found) => {
      if (query.paymentIntent) found.whereRaw("data ->> 'payment_intent' = ?", [query.paymentIntent]);
      if (query.startingAfter) found.where('position', '<', position(query.startingAfter));
      if (query.endingBefore) found.where('position', '>', position(query.endingBefore));
    })
    .orderBy('position', query.endingBefore ? 'asc' : 'desc')
    .limit(query.limit + 1)
    .select('data');
  return rows.map(({ data }) => data as Kinds[K]);
}
