// Preloaded into web processes: writes a line for each turn of the event loop that takes too much processor time.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const CPU_FILE = '/proc/thread-self/schedstat';
const TICK_MS = 25;
const NANOSECONDS_PER_MS = 1e6;

/** Processor time of this thread, which other load does not change. */
const cpuMs = () => Number(readFileSync(CPU_FILE, 'utf8').split(' ', 1)[0]) / NANOSECONDS_PER_MS;

function watch(report, limitMs) {
  const inFlight = new Set();
  let served = 0;
  let answered = 0;
  let previous = cpuMs();
  const since = new Set();
  // A process asks itself for its first pages, before anybody else.
  const isOwn = ({ headers }) => headers['user-agent'] === 'lotwise-first-pages';
  let ownRequests = 0;
  let isWarming = false;
  subscribe('http.server.request.start', ({ request }) => {
    if (isOwn(request)) {
      ownRequests += 1;
      isWarming = true;
      return;
    }
    served += 1;
    since.add(`${request.method} ${request.url}`);
    inFlight.add(request);
  });
  subscribe('http.server.response.finish', ({ request }) => {
    if (isOwn(request)) ownRequests -= 1;
    answered += 1;
    inFlight.delete(request);
  });
  setInterval(() => {
    const now = cpuMs();
    const took = now - previous;
    previous = now;
    const turn = { cpuMs: Math.round(took), served, answered, isWarming };
    isWarming = ownRequests > 0;
    answered = 0;
    const requests = new Set(since);
    since.clear();
    for (const { method, url } of inFlight) requests.add(`${method} ${url}`);
    if (took <= limitMs + TICK_MS) return;
    appendFileSync(report, `${JSON.stringify({ ...turn, requests: [...requests] })}\n`);
    previous = cpuMs();
  }, TICK_MS).unref();
}

const { WATCHDOG_REPORT, WATCHDOG_LIMIT_MS } = process.env;
if (isMainThread && WATCHDOG_REPORT && existsSync(CPU_FILE))
  watch(WATCHDOG_REPORT, Number(WATCHDOG_LIMIT_MS));
