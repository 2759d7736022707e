import type { Operations } from '../config/operations';
import type { Search, SearchOptions } from './engine';
import { createIndexSearch } from './index-search';
import { createSqlSearch } from './sql/sql-search';

export type { CardRow } from './cards';
export type { Search } from './engine';
export { checkCounts } from './sql/check-counts';
export { foldCounts, rebuildCounts } from './sql/fold-counts';
export { prepareSearch } from './sql/prepare';

/** `index`: in memory, loaded at the start. `sql`: in the database, for catalogs too large for each process to hold. */
export type SearchKind = Operations['search'];

interface Options<Card> extends SearchOptions<Card> {
  readonly kind?: SearchKind;
}

export const createSearch = <Card>({ kind = 'index', ...options }: Options<Card>): Search<Card> =>
  kind === 'sql' ? createSqlSearch(options) : createIndexSearch(options);
