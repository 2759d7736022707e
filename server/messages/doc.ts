import { flag, list, nullable, object, tagged, text } from '../openapi/answer';
import { threadMessage } from '../orders/doc';
import { listMessages, type MessageAnswer, type MessageThread, markRead, sendMessage } from './contract';

const doc = tagged('Messages');

export default [
  doc(listMessages, {
    summary: 'List the messages of an offer and its order',
    answer: object<MessageThread>({
      messages: list(threadMessage),
      has_more: flag,
      can_write: flag,
      masks_contacts: flag,
      closed_reason: nullable(text),
    }),
    query: { limit: 50 },
  }),
  doc(sendMessage, {
    summary: 'Send a message',
    answer: object<MessageAnswer>({ message: threadMessage }),
    example: {
      message: { body: 'Are these new?', client_key: '3e0f6f2c-6a55-4a3b-9a35-3f4f9a1b7f10' },
    },
    statuses: { 201: 'Sent. 200 where the client_key repeats.' },
  }),
  doc(markRead, { summary: 'Mark messages as read', answer: null, example: { last_id: 4117 } }),
];
