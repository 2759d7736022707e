import { pino } from 'pino';
import type { Db } from '../../../db/connection';
import type { ProductCard } from '../../../server/products/contract';
import { productCards } from '../../../server/products/serializer';
import type { Search } from '../../../server/search/contract';
import { createEngine, createSearch, type Engine } from '../../../server/search/search';
import { CAN_SELL } from '../../../server/sellers/policy';

const options = (db: Db) => ({
  db,
  log: pino({ level: 'silent' }),
  listedSql: CAN_SELL,
  toCards: productCards,
});

export type TestEngine = Engine<ProductCard>;
export type TestSearch = Search<ProductCard>;

export const testEngine = (db: Db): TestEngine => createEngine(options(db));

export const testSearch = (db: Db): TestSearch => createSearch(options(db));
