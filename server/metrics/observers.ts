import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { RequestScopes } from '../../db/request-scope';
import type { StatementObserver } from '../../db/sql';
import type { CableObserver } from '../cable/cable';
import type { CacheObserver } from '../cache/caches';
import type { Instruments } from './instruments';

const SECOND_MS = 1_000;

// A process keeps at most 2,000 series, and each of these has 15. The first ones seen, in practice the most frequent,
// have a name; the rest are one, `other`.
const MAX_REQUEST_SERIES = 56;
const MAX_STATEMENTS = 28;

function firstOf(max: number) {
  const seen = new Set<string>();
  return (key: string) => seen.has(key) || (seen.size < max && seen.add(key) !== null);
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const routeOf = (res: ServerResponse) =>
  ((res as { locals?: { route?: string } }).locals?.route ?? 'other') as string;

export function requestObserver(metrics: Instruments) {
  const isNamed = firstOf(MAX_REQUEST_SERIES);

  function labelsOf({ method = '' }: IncomingMessage, res: ServerResponse) {
    const known = METHODS.has(method) ? method : 'other';
    const status = `${Math.floor(res.statusCode / 100)}xx`;
    const route = routeOf(res);
    return { method: known, route: isNamed(`${known} ${route} ${status}`) ? route : 'other', status };
  }

  return (req: IncomingMessage, res: ServerResponse) => {
    const start = performance.now();
    metrics.httpInProgress.inc();
    res.once('close', () => {
      const labels = labelsOf(req, res);
      metrics.httpInProgress.dec();
      metrics.httpRequests.inc(labels);
      metrics.httpSeconds.observe(labels, (performance.now() - start) / SECOND_MS);
    });
  };
}

const SLOW_STATEMENT_MS = 500;

export function observeStatements(
  metrics: Instruments,
  log: Pick<Logger, 'warn'>,
  scopes: RequestScopes,
): StatementObserver {
  const isNamed = firstOf(MAX_STATEMENTS);
  return {
    ended(name, ms) {
      const statements = scopes.getStore()?.statements;
      if (statements) {
        statements.count += 1;
        statements.ms += ms;
      }
      metrics.dbSeconds.observe({ statement: isNamed(name) ? name : 'other' }, ms / SECOND_MS);
      if (ms > SLOW_STATEMENT_MS)
        log.warn({ statement: name, ms: Math.round(ms), slow: true }, 'slow statement');
    },
    failed: (code) => metrics.dbErrors.inc({ code }),
  };
}

/** `/v1/refunds/re_123` and `/v1/refunds/re_124` are one call. */
const withoutIds = (path: string) =>
  path
    .split('?', 1)
    .join()
    .split('/')
    .map((part, index) => (index > 1 && /\d/.test(part) ? ':id' : part))
    .join('/');

export function observeStripe(metrics: Instruments, stripe: Stripe) {
  stripe.on('response', ({ method, path, status }: Stripe.ResponseEvent) => {
    const call = `${method} ${withoutIds(path)}`;
    metrics.stripeRequests.inc({ call, status: `${Math.floor(status / 100)}xx` });
  });
}

export const observeCable = (metrics: Instruments): CableObserver => ({
  delivered: (ms) => metrics.cableLagSeconds.observe(ms / SECOND_MS),
  gap: () => metrics.cableGaps.inc(),
  received: () => metrics.cableMessages.inc({ direction: 'in' }),
  sent: () => metrics.cableMessages.inc({ direction: 'out' }),
  dropped: (reason) => metrics.cableDropped.inc({ reason }),
});

const CHARACTER_BYTES = 2;

export const cacheObserver = (
  metrics: Instruments,
  cache: string,
  bytesPerUnit = CHARACTER_BYTES,
): CacheObserver => ({
  lookedUp(outcome, size) {
    metrics.cacheRequests.inc({ cache, outcome });
    metrics.cacheBytes.set({ cache }, size * bytesPerUnit);
  },
});
