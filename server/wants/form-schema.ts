import { string, text, trimmed } from '../contract/fields';
import { type EmailChoice, emailChoices } from '../contract/notification-kinds';
import { MAX_LIST_NAME_LENGTH } from './rules';

export const listName = () => text(MAX_LIST_NAME_LENGTH).transform(trimmed);

export const alertField = () => string<EmailChoice>().oneOf(emailChoices, 'Choose when to get emails');
