import { object, requiredText, string, text } from '../contract/fields';
import { emailChoices } from '../contract/notification-kinds';
import { searchBody } from '../search/schema';
import { MAX_SEARCH_NAME_LENGTH, type SavedQuery } from './contract';

const UNKNOWN_ALERT = 'Choose when to get emails';

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

const alert = () => string().oneOf(emailChoices, UNKNOWN_ALERT);

/** Checked like a search call; what else a call may say, such as its page, is left out. */
const query = () => searchBody.pick(['filters', 'search']);

/** A stored query with what the search has come to ask since. */
export const readQuery = (stored: object): SavedQuery => query().cast(stored) as SavedQuery;

/** What the dialog asks for. */
const newSavedSearchForm = object({
  name: requiredText(MAX_SEARCH_NAME_LENGTH).transform(trimmed),
  alert: alert().default('daily'),
});

export const newSavedSearchBody = object({
  saved_search: newSavedSearchForm.shape({ query: query() }).required(),
}).meta({ root: 'saved_search' });

/** Changes what it names. */
export const savedSearchBody = object({
  saved_search: object({
    name: text(MAX_SEARCH_NAME_LENGTH)
      .transform(trimmed)
      .test('given', 'Required', (value) => value === undefined || (value !== null && value !== '')),
    alert: alert(),
    query: query().optional().default(undefined),
  }).required(),
}).meta({ root: 'saved_search' });
