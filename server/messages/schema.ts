import { number, object, requiredText, string, text } from '../contract/fields';
import { MAX_MESSAGE } from './rules';

const MESSAGES_SHOWN = 50;
const MAX_MESSAGES_SHOWN = 200;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const messageId = () => number().integer().min(0).max(Number.MAX_SAFE_INTEGER);

export const sendMessageBody = object({
  message: object({
    body: text(MAX_MESSAGE).required('Enter a message'),
    client_key: string().matches(UUID, { message: 'Enter a UUID', excludeEmptyString: true }),
  }).required(),
}).meta({ root: 'message' });

export const listMessagesQuery = object({
  after: messageId(),
  before: messageId(),
  limit: number().integer().min(1).max(MAX_MESSAGES_SHOWN).default(MESSAGES_SHOWN),
});

export const markReadBody = object({ last_id: messageId().required('Enter a numeric ID') });

export const hideMessageBody = object({ reason: requiredText(500) });
