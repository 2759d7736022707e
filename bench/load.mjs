// A closed loop: each connection sends its next request after a response. Uses undici, since the client shares the
// machine and node:http takes two to three times the processor.
import { Agent } from 'undici';

export const agentFor = (connections) => new Agent({ connections });

/** The server compresses longer answers. */
const MAX_UNCOMPRESSED = 1024;

const REFUSED = [429, 503];

/**
 * Returns the body as text. Throws for an unexpected status (default: any 2xx is expected). `refusable` also expects
 * what load shedding and rate limits answer.
 */
export async function ask(agent, origin, { method = 'GET', path, headers = {}, body, status, refusable }) {
  const answer = await agent.request({
    origin,
    method,
    path,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const content = await answer.body.text();
  const { statusCode } = answer;
  const isRefused = REFUSED.includes(statusCode);
  if (refusable && isRefused) return { content, headers: answer.headers, status: statusCode, isRefused };
  if (status ? statusCode !== status : statusCode < 200 || statusCode > 299)
    throw new Error(`${method} ${path}: ${statusCode} ${content.slice(0, 300)}`);
  const { 'content-encoding': encoding } = answer.headers;
  if (encoding !== headers['accept-encoding'] && content.length > MAX_UNCOMPRESSED)
    throw new Error(`${method} ${path}: not ${headers['accept-encoding']}, but ${encoding}`);
  return { content, headers: answer.headers, status: statusCode, isRefused };
}

/** The value below which `share` of `sorted` lies; 0 of nothing. */
export const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export async function measure(
  act,
  { connections = 1, ms = 2_000, warm = 5, most = Number.POSITIVE_INFINITY },
) {
  let number = 0;
  for (; number < Math.min(warm, most / 4); number++) await act(number);
  const times = [];
  const began = performance.now();
  const loop = async () => {
    while (performance.now() - began < ms && number < most) {
      const start = performance.now();
      await act(number++);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const perSecond = (times.length * 1000) / (performance.now() - began);
  times.sort((a, b) => a - b);
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    perSecond,
    times: times.length,
  };
}
