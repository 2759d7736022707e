import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { identifySocket, socketsStillValid } from '../accounts/sessions/socket-authentication';
import { limitConnections } from '../admission/connection-limit';
import { SlowReaders } from '../admission/slow-readers';
import { answerUnreadable } from '../admission/unreadable-requests';
import { createApp } from '../app';
import { attachCable } from '../cable/server';
import { channels } from '../channels';
import { limitSlowBody } from '../http/slow-bodies';
import { logRequest } from '../logging/logger';
import { requestObserver } from '../metrics/observers';
import type { Services } from '../services';
import { createAdmission } from './load-shedding';

/** Longer than the 90 s of any router, which must close idle connections first. */
const KEEP_ALIVE_MS = 95_000;
const MAX_HEADERS_MS = 20_000;
/** A 35 MB upload at the slowest speed that `limitSlowBody` allows. */
const MAX_REQUEST_MS = 3_700_000;
/** The time in which load balancers notice the 503 of `/ready`. */
const LINGER_MS = 4_000;
const MAX_RESPONSE_MS = 12_000;
const CLOSE_SPREAD_MS = 2_000;

const MAX_LISTENERS = 20;

type PendingRequest = [IncomingMessage, ServerResponse];

/** Listens before the app exists; requests wait for `answer`. */
export class WebServer {
  readonly http = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: MAX_HEADERS_MS,
    requestTimeout: MAX_REQUEST_MS,
    connectionsCheckingInterval: 2_000,
  });
  readonly #pending: PendingRequest[] = [];
  #answered = 0;
  #countedAt = performance.now();
  readonly #queue = (...request: PendingRequest) => void this.#pending.push(request);

  constructor() {
    limitConnections(this.http);
    answerUnreadable(this.http);
    this.http.on('request', this.#queue);
    this.http.on('request', () => {
      this.#answered += 1;
    });
  }

  /** The port, requests per second since the last call, and open connections. */
  async figures() {
    const seconds = (performance.now() - this.#countedAt) / 1_000;
    const requests_per_second = Math.round((this.#answered / seconds) * 10) / 10;
    this.#answered = 0;
    this.#countedAt = performance.now();
    const connections = await promisify(this.http.getConnections).call(this.http);
    const { port } = this.http.address() as AddressInfo;
    return { port, requests_per_second, connections };
  }

  answer(handler: (...request: PendingRequest) => void) {
    this.http.off('request', this.#queue);
    this.http.on('request', handler);
    for (const request of this.#pending.splice(0)) handler(...request);
  }
}

export interface Web {
  stop(options?: { readonly linger?: boolean }): Promise<void>;
}

function closeAfterResponse(res: ServerResponse) {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}

function countSockets(metrics: Services['metrics'], sockets: ReturnType<typeof attachCable>) {
  return metrics.registry.beforeRead(() => {
    metrics.cableConnections.set(sockets.counts().connections);
    metrics.cableSubscriptions.reset();
    for (const [channel, count] of sockets.subscriptionsByChannel())
      metrics.cableSubscriptions.set({ channel }, count);
  });
}

export function serve(services: Services, server: WebServer, app = createApp(services)): Web {
  const { config, log, metrics } = services;
  void services.search.warm();
  const admission = createAdmission(services, app.routes);
  const sockets = attachCable(server.http, {
    identify: identifySocket(services),
    stillValid: socketsStillValid(services),
    channels,
    allowedOrigins: config.cableAllowedOrigins,
    appUrl: config.appUrl,
    trustProxy: config.trustProxy,
    secretKeyBase: config.secretKeyBase,
    cable: services.cable,
    log,
    admitsUpgrade: (request) => admission.admitsUpgrade(request),
  });
  const stopReading = countSockets(metrics, sockets);
  const observeRequest = requestObserver(metrics);
  const slowReaders = new SlowReaders();
  const answering = new Set<ServerResponse>();
  let stopping = false;

  server.answer((req, res) => {
    // Each layer notices the end of an answer; with a stream they are more than Node's ten.
    res.setMaxListeners(MAX_LISTENERS);
    limitSlowBody(req, res);
    slowReaders.watch(res);
    answering.add(res);
    res.once('close', () => answering.delete(res));
    if (stopping) closeAfterResponse(res);
    admission.admit(req, res, () => {
      logRequest(log, req, res, services.requestScopes.getStore());
      observeRequest(req, res);
      if (stopping && req.url === '/ready') res.writeHead(503, { 'Retry-After': '5' }).end('stopping');
      else app.express(req, res);
    });
  });

  return {
    async stop({ linger = false } = {}) {
      stopping = true;
      stopReading();
      for (const res of answering) closeAfterResponse(res);
      if (linger) await pause(LINGER_MS);
      const closed = new Promise<void>((resolve) => server.http.close(() => resolve()));
      await sockets.close({ spreadMs: linger ? CLOSE_SPREAD_MS : 0 });
      await Promise.race([closed, pause(MAX_RESPONSE_MS, undefined, { ref: false })]);
      server.http.closeAllConnections();
      admission.stop();
      slowReaders.stop();
    },
  };
}
