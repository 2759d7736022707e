import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config/config';
import { metricsEndpoint } from '../metrics/endpoint';
import type { Services } from '../services';
import { listen } from './listen';
import type { ShutdownHooks } from './shutdown';

interface Source {
  metrics(): Promise<string>;
}

/** Where METRICS_PORT is set: for processes that serve no pages, one port per machine. */
export async function serveMetrics(config: Config, source: Source, shutdownHooks: ShutdownHooks) {
  const { metricsPort } = config.operations;
  if (metricsPort === null) return;
  const answer = metricsEndpoint(config, () => source.metrics());
  const server = createServer((req, res) => {
    if (req.url === '/metrics') answer(req, res);
    else res.writeHead(404).end();
  });
  await listen(server, metricsPort, 'METRICS_PORT');
  shutdownHooks.add(async () => {
    server.close();
    server.closeAllConnections();
  });
}

export function clusterSource(): Source {
  const registry = new AggregatorRegistry();
  return { metrics: () => registry.clusterMetrics() };
}

export function reportToPrimary({ metrics }: Pick<Services, 'metrics'>) {
  if (!cluster.isWorker) return;
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(metrics.registry);
}
