export const MESSAGE_ACTS = ['submit', 'counter', 'reject', 'withdraw', 'accept'] as const;
export type MessageAct = (typeof MESSAGE_ACTS)[number];

export interface ThreadMessage {
  id: number;
  offer_id: number;
  side: 'buyer' | 'seller';
  name: string;
  act: MessageAct | null;
  body: string;
  /** Contact details are hidden from the counterparty until the order is paid. */
  masked: boolean;
  mine: boolean;
  /** Who of the company wrote it; for its own members and for staff. */
  by?: { id: number; name: string; kind: 'person' | 'key' };
  hidden: boolean;
  created_at: string;
}

export interface ThreadSummary {
  last_message: ThreadMessage | null;
  message_count: number;
  /** 0 for staff. */
  unread_messages: number;
}

export const NO_MESSAGES: ThreadSummary = { last_message: null, message_count: 0, unread_messages: 0 };
