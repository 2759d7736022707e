import { endpoint } from '../contract/endpoint';
import type { ThreadMessage } from '../contract/thread-message';

export interface MessageThread {
  messages: ThreadMessage[];
  /** Beyond the end that was read towards: older, or after `after` newer. */
  has_more: boolean;
  can_write: boolean;
  /** Contact details of what is sent now are hidden from the other side. */
  masks_contacts: boolean;
  closed_reason: string | null;
}

export interface MessageAnswer {
  message: ThreadMessage;
}

export const listMessages = endpoint<MessageThread>()('GET /offers/:id/messages');
/** 200 with the first message where the `client_key` repeats. */
export const sendMessage = endpoint<MessageAnswer>()('POST /offers/:id/messages', 'B');
export const markRead = endpoint<undefined>()('PUT /offers/:id/messages/read', 'B');
export const hideMessage = endpoint<MessageAnswer>()('POST /admin/messages/:id/hide');
