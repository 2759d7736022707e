import type { Search, SearchOptions } from './engine';
import { createIndexSearch } from './index-search';

export type { CardRow } from './cards';
export type { Search } from './engine';

export const createSearch = <Card>(options: SearchOptions<Card>): Search<Card> => createIndexSearch(options);
