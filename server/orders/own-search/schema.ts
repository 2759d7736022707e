import { string, text } from '../../contract/fields';
import { type OwnSort, ownSorts } from './contract';
import { isDay } from './days-contract';

export const day = () =>
  text(40).test('day', 'Enter a date like 2026-11-22', (value) => !value || isDay(value));

export const sort = () => string<OwnSort | ''>().oneOf([...ownSorts, ''], 'Unknown sort');
