// Search keeps an index of all listings in memory, one per process. Per million listings it takes about 30 MB
// and 1.6–2.4 s to load.
import type { SearchQuery } from './contract';
import { type SearchResult, searchProducts } from './counted-page';
import { createEngine, type EngineOptions } from './engine';
import { firstPage, type UncountedResult } from './first-page';
import { countNewListings } from './new-listings';

export type { CardRow } from './cards';

export interface Search<Card> {
  /** Loads the index and waits briefly. Returns whether it is loaded; `/ready` waits for it. */
  warm(): Promise<boolean>;
  isWarm(): boolean;
  search(query: SearchQuery): Promise<SearchResult<Card>>;
  firstPage(query: SearchQuery): Promise<SearchResult<Card> | UncountedResult<Card>>;
  countNewSince(query: SearchQuery, cursor: string | null): Promise<number>;
}

export function createSearch<Card>(options: EngineOptions<Card>): Search<Card> {
  const engine = createEngine(options);
  return {
    warm: () => engine.index.warm(),
    isWarm: () => engine.index.isWarm,
    search: (query) => searchProducts(engine, query),
    firstPage: (query) => firstPage(engine, query),
    countNewSince: (query, cursor) => countNewListings(engine, query, cursor),
  };
}
