import type { Logger } from 'pino';
import type { Db } from '../../db/connection';
import { type Cards, createCards } from './cards';
import { IndexStore } from './index/index-store';

export interface EngineOptions {
  readonly db: Db;
  readonly log: Logger;
  /** A condition on `sellers`, joined to the published products in `listings`. */
  readonly listedSql: string;
}

/** One process's index and caches. */
export interface Engine {
  readonly db: Db;
  readonly listedSql: string;
  readonly index: IndexStore;
  readonly cards: Cards;
}

export const createEngine = ({ db, log, listedSql }: EngineOptions): Engine => ({
  db,
  listedSql,
  index: new IndexStore(db, log, listedSql),
  cards: createCards(db),
});
