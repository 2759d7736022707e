import { MAX_SEARCH_NAME_LENGTH } from '../../server/sourcing/contract';
import type { Applied } from './filters';

const PREFIXES: Partial<Record<Applied['name'], string>> = { msrp: 'MSRP ' };
const SUFFIXES: Partial<Record<Applied['name'], string>> = { percent_off: ' off', units_available: ' units' };

const labelOf = ({ name, value }: Pick<Applied, 'name' | 'value'>) =>
  `${PREFIXES[name] ?? ''}${value}${SUFFIXES[name] ?? ''}`;

/** `lamp, Home, >60% off, New`, cut between filters where it can be. */
export function suggestName(words: string, applied: readonly Pick<Applied, 'name' | 'value'>[]): string {
  const name = [...(words === '' ? [] : [words]), ...applied.map(labelOf)].join(', ') || 'All products';
  if (name.length <= MAX_SEARCH_NAME_LENGTH) return name;
  const cut = name.slice(0, MAX_SEARCH_NAME_LENGTH);
  return cut.includes(', ') ? cut.slice(0, cut.lastIndexOf(', ')) : cut;
}
