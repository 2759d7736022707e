import { object, string, text, trimmed } from '../contract/fields';
import { type EmailChoice, emailChoices } from '../contract/notification-kinds';
import { MAX_LIST_NAME_LENGTH, MAX_TEXT_BYTES, TEXT_TOO_LONG } from './rules';

export const listName = () => text(MAX_LIST_NAME_LENGTH).transform(trimmed);

export const alertField = () => string<EmailChoice>().oneOf(emailChoices, 'Choose when to get emails');

export const newListForm = object({
  name: listName().default(''),
  text: string().max(MAX_TEXT_BYTES, TEXT_TOO_LONG).default(''),
  alert: alertField().default('daily'),
});
