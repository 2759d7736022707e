import { createBearerTokens } from '../accounts/sessions/bearer';
import { createCookieSessions } from '../accounts/sessions/cookie';
import { BatchedViewCounter } from '../analytics/view-counter';
import { createDocumentRenderer } from '../documents/pdf/renderer';
import { startFollowers } from '../followers';
import { observeStripe } from '../metrics/observers';
import { readServices } from '../metrics/sources';
import { createStripe } from '../payments/stripe';
import { productCards } from '../products/serializer';
import { createSearch } from '../search/search';
import { CAN_SELL } from '../sellers/policy';
import type { Services } from '../services';
import { createImageInspector } from '../storage/image-process';

type Connections = Pick<
  Services,
  | 'config'
  | 'db'
  | 'databaseHealth'
  | 'databaseClock'
  | 'replica'
  | 'limitsPool'
  | 'store'
  | 'cable'
  | 'log'
  | 'metrics'
  | 'requestScopes'
  | 'errorReports'
>;

/** Makes the services that live on open connections. `stop` waits for followers and effects of commits. */
export function composeServices(connections: Connections): { services: Services; stop(): Promise<void> } {
  const { cable, config, databaseClock, db, limitsPool, log, metrics } = connections;
  const views = new BatchedViewCounter({ db, log, clock: databaseClock });
  const opened = {
    ...connections,
    search: createSearch({
      db,
      log,
      metrics,
      listedSql: CAN_SELL,
      toCards: productCards,
    }),
    sessions: createCookieSessions({ config, db, limitsPool, cable }),
    bearerTokens: createBearerTokens({ config, db }),
    stripe: createStripe({ config, db }),
    documentRenderer: createDocumentRenderer(config.root),
    inspectImage: createImageInspector(config.root),
    views,
  };
  readServices(opened);
  observeStripe(metrics, opened.stripe);
  const { transaction, stop } = startFollowers(opened);
  return {
    services: { ...opened, transaction },
    async stop() {
      await stop();
      await views.stop();
      await opened.documentRenderer.stop();
    },
  };
}
