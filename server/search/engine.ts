import type { Logger } from 'pino';
import type { Db } from '../../db/connection';
import type { Instruments } from '../metrics/instruments';
import type { ToCards } from './cards';
import type { SearchFigures, SearchQuery, Uncounted } from './contract';

/** What the index of a process holds. `bytes` is the memory of its columns; `changes` counts changed listings. */
export interface IndexFigures {
  readonly listings: number;
  readonly bytes: number;
  readonly ageMs: number;
  readonly loadMs: number;
  readonly changes: number;
}

export interface SearchResult<Card> extends SearchFigures {
  products: Card[];
  newest: string | null;
}

export interface UncountedResult<Card> extends Uncounted {
  products: Card[];
}

/** All answers include everything committed before the call. */
export interface Search<Card> {
  /** Waits briefly; returns whether the search can answer. */
  warm(): Promise<boolean>;
  isWarm(): boolean;
  /** Null without a loaded index. */
  figures(): IndexFigures | null;
  /** Throws 422 for a cursor of another sort. */
  search(query: SearchQuery): Promise<SearchResult<Card>>;
  /** Leaves the counts out if they are slow. */
  firstPage(query: SearchQuery): Promise<SearchResult<Card> | UncountedResult<Card>>;
  /** `since` is the `newest` of a previous response; null counts everything. Throws 422 for an unknown cursor. */
  countNewSince(query: SearchQuery, since: string | null): Promise<number>;
  /** In the given order. Words are not corrected. For thousands of ids at most. */
  matchingAmong(query: SearchQuery, ids: readonly number[]): Promise<number[]>;
}

export interface SearchOptions<Card> {
  readonly db: Db;
  readonly log: Logger;
  readonly metrics?: Instruments;
  /** A condition on `sellers`, joined to the published products in `listings`. */
  readonly listedSql: string;
  readonly toCards: ToCards<Card>;
}
