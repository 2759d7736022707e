import { boolean, number, object, text } from '../../contract/fields';
import { changedSince } from '../schema';

export const syncQuery = object({
  updated_since: changedSince(),
  cursor: text(300),
  per: number().integer().min(1).max(1_000).default(200),
  include_deleted: boolean().typeError('Enter true or false').default(false),
});
