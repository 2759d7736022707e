import { number, object, string } from '../contract/fields';
import { day } from '../lists/schema';
import { alertField, listName } from './form-schema';
import { MAX_TEXT_BYTES, TEXT_TOO_LONG, wantParts } from './rules';

export const newWantListBody = object({
  want_list: object({
    name: listName(),
    text: string().max(MAX_TEXT_BYTES, TEXT_TOO_LONG),
    key: string().max(200),
    ends_on: day(),
    alert: alertField().default('daily'),
  }).required(),
}).meta({ root: 'want_list' });

export const linesQuery = object({
  status: string().oneOf(wantParts, 'Unknown status'),
  page: number().integer().min(1).max(100).default(1),
});
