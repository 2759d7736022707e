import { string, text } from '../../contract/fields';
import { type OwnSort, ownSorts } from './contract';

export const isDay = (day: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  new Date(day).toISOString().startsWith(day);

export const day = () =>
  text(40).test('day', 'Enter a date like 2026-11-22', (value) => !value || isDay(value));

export const sort = () => string<OwnSort | ''>().oneOf([...ownSorts, ''], 'Unknown sort');
