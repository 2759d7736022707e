// A closed loop: so many connections, each asking again as soon as it has its answer.
import { Agent, request } from 'node:http';

export const agentFor = (connections) => new Agent({ keepAlive: true, maxSockets: connections });

/** One exchange; the body as text. Throws where the status is not the one expected (any 2xx without). */
export function ask(agent, origin, { method = 'GET', path, headers = {}, body, status }) {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      origin + path,
      {
        agent,
        method,
        headers: {
          ...(text === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          accept: 'application/json',
          ...headers,
        },
      },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          const content = Buffer.concat(chunks).toString();
          const good = status
            ? answer.statusCode === status
            : answer.statusCode >= 200 && answer.statusCode < 300;
          if (good) resolve({ content, headers: answer.headers, status: answer.statusCode });
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${content.slice(0, 300)}`));
        });
        answer.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(text ?? undefined);
  });
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** `act` is called with the number of the exchange. Ends after the time, or after `most` exchanges. */
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
  return { p50: at(times, 0.5), p95: at(times, 0.95), p99: at(times, 0.99), perSecond, times: times.length };
}
