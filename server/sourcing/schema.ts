import { object } from '../contract/fields';
import { searchBody } from '../search/schema';
import type { SavedQuery } from './contract';
import { newSavedSearchForm, savedSearchChanges } from './form-schema';

/** Checked like a search call; what else a call may say, such as its page, is left out. */
const query = () => searchBody.pick(['filters', 'search']);

export const readQuery = (stored: object): SavedQuery => query().cast(stored) as SavedQuery;

export const newSavedSearchBody = object({
  saved_search: newSavedSearchForm.shape({ query: query() }).required(),
}).meta({ root: 'saved_search' });

export const savedSearchBody = object({
  saved_search: savedSearchChanges.shape({ query: query().optional().default(undefined) }).required(),
}).meta({ root: 'saved_search' });
