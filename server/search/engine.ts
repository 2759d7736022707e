import type { Logger } from 'pino';
import type { Db } from '../../db/connection';
import { type Cards, createCards, type ToCards } from './cards';
import { IndexStore } from './index/index-store';

export interface EngineOptions<Card> {
  readonly db: Db;
  readonly log: Logger;
  /** A condition on `sellers`, joined to the published products in `listings`. */
  readonly listedSql: string;
  readonly toCards: ToCards<Card>;
}

/** One process's index and caches. */
export interface Engine<Card> {
  readonly db: Db;
  readonly listedSql: string;
  readonly index: IndexStore;
  readonly cards: Cards<Card>;
}

export const createEngine = <Card>({ db, log, listedSql, toCards }: EngineOptions<Card>): Engine<Card> => ({
  db,
  listedSql,
  index: new IndexStore(db, log, listedSql),
  cards: createCards(db, toCards),
});
