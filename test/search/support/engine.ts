import { pino } from 'pino';
import type { Db } from '../../../db/connection';
import { SELLER_LISTED } from '../../../server/products/visibility';
import { createEngine, type Engine } from '../../../server/search/engine';
import { createSearch, type Search } from '../../../server/search/search';

const options = (db: Db) => ({ db, log: pino({ level: 'silent' }), listedSql: SELLER_LISTED });

export const testEngine = (db: Db): Engine => createEngine(options(db));

export const testSearch = (db: Db): Search => createSearch(options(db));
