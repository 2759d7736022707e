import { object, requiredText, string, trimmed } from '../contract/fields';
import { emailChoices } from '../contract/notification-kinds';
import { MAX_SEARCH_NAME_LENGTH } from './contract';

const name = () => requiredText(MAX_SEARCH_NAME_LENGTH).transform(trimmed);

const alert = () => string().oneOf(emailChoices, 'Choose when to get emails');

export const newSavedSearchForm = object({ name: name(), alert: alert().default('daily') });

export const renamingForm = object({ name: name() });

export const savedSearchChanges = object({ name: name().optional(), alert: alert() });
