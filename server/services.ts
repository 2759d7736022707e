import type pg from 'pg';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { DatabaseClock } from '../db/clock';
import type { Db } from '../db/connection';
import type { HealthMonitor } from '../db/health';
import type { Replica } from '../db/replica';
import type { RequestScopes } from '../db/request-scope';
import type { Transaction } from '../db/transaction';
import type { BearerTokens } from './accounts/sessions/bearer';
import type { CookieSessions } from './accounts/sessions/cookie';
import type { Cable } from './cable/cable';
import type { Config } from './config/config';
import type { DocumentRenderer } from './documents/pdf/renderer';
import type { ErrorReports } from './errors/error-reports';
import type { Instruments } from './metrics/instruments';
import type { ProductCard } from './products/contract';
import type { Search } from './search/contract';
import type { InspectImage } from './storage/image-process';
import type { Store } from './storage/store';

/** Counts of who viewed what are written later, in batches (docs/rules.md#analytics). */
export interface ViewCounter {
  count(productId: number): void;
}

export interface Services {
  readonly config: Config;
  readonly db: Db;
  /** Insights, exports and checks read here. */
  readonly replica: Replica;
  /** The rate limiter's own: it reads int8 as a number. */
  readonly limitsPool: pg.Pool;
  readonly databaseHealth: Pick<HealthMonitor, 'isUnavailable' | 'clockOffsetMs'>;
  /** For deadlines and expiry; the process's own clock may be wrong. */
  readonly databaseClock: Pick<DatabaseClock, 'now'>;
  readonly store: Store;
  readonly search: Search<ProductCard>;
  readonly cable: Cable;
  readonly sessions: CookieSessions;
  readonly bearerTokens: BearerTokens;
  readonly stripe: Stripe;
  readonly documentRenderer: DocumentRenderer;
  readonly inspectImage: InspectImage;
  readonly log: Logger;
  /** To the server of SENTRY_DSN; nowhere without it. */
  readonly errorReports: ErrorReports;
  readonly metrics: Instruments;
  /** On whose behalf connections are asked for; empty with `LOAD_SHEDDING=off`. */
  readonly requestScopes: RequestScopes;
  readonly transaction: Transaction;
  readonly views: ViewCounter;
}
