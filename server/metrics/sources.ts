import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Services } from '../services';
import { sharedFigures } from './shared';

type Connected = Pick<
  Services,
  'config' | 'db' | 'databaseHealth' | 'databaseClock' | 'replica' | 'limitsPool' | 'search' | 'metrics'
>;

const MS = 1_000;

interface KnexPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

function readPools({ db, limitsPool, metrics }: Connected) {
  const main = db.client.pool as KnexPool;
  const set = (pool: string, used: number, free: number, waiting: number) => {
    metrics.dbConnections.set({ pool, state: 'used' }, used);
    metrics.dbConnections.set({ pool, state: 'free' }, free);
    metrics.dbConnections.set({ pool, state: 'waiting' }, waiting);
  };
  set('main', main.numUsed(), main.numFree(), main.numPendingAcquires());
  const { totalCount, idleCount, waitingCount } = limitsPool;
  set('limits', totalCount - idleCount, idleCount, waitingCount);
}

function readSearch({ search, metrics }: Connected) {
  const figures = search.figures();
  if (!figures) return;
  metrics.searchListings.set(figures.listings);
  metrics.searchBytes.set(figures.bytes);
  metrics.searchAge.set(figures.ageMs / MS);
  metrics.searchLoad.set(figures.loadMs / MS);
  metrics.searchChanges.reset();
  metrics.searchChanges.inc(figures.changes);
}

export function readServices(services: Connected) {
  const { config, databaseClock, databaseHealth, limitsPool, metrics, replica } = services;
  const isAway = () => databaseHealth.isUnavailable();
  metrics.registry.beforeRead(sharedFigures({ config, limitsPool, databaseClock, isAway }, metrics));
  metrics.registry.beforeRead(() => {
    metrics.dbAway.set(isAway() ? 1 : 0);
    metrics.replicaLag.set(replica.ageSeconds());
    metrics.dbClockOffset.set(Math.abs(databaseHealth.clockOffsetMs()) / MS);
    readPools(services);
    readSearch(services);
  });
}

/** Processor, memory, garbage collection and event loop. Once per process: its observers never stop. */
export function collectProcess({ config, metrics }: Pick<Services, 'config' | 'metrics'>, kind: string) {
  const registers = [metrics.registry];
  collectDefaultMetrics({ register: metrics.registry });
  let last = performance.eventLoopUtilization();
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the time since the last scrape in which the event loop was busy',
    registers,
    aggregator: 'max',
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
  new Gauge({ name: 'nodejs_heap_size_limit_bytes', help: 'Largest size of the heap', registers }).set(
    getHeapStatistics().heap_size_limit,
  );
  metrics.buildInfo.set({ version: config.operations.version, node: process.versions.node, kind }, 1);
}
