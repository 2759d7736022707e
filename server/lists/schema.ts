import { string, text } from '../contract/fields';
import { type ListSort, listSorts } from './contract';
import { isDay } from './rules';

export const day = () =>
  text(40).test('day', 'Enter a date like 2026-11-22', (value) => !value || isDay(value));

export const sort = () => string<ListSort | ''>().oneOf([...listSorts, ''], 'Unknown sort');
