import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface SentEvent {
  exception: { values: { type: string; value: string; stacktrace?: { frames: object[] } }[] };
  [field: string]: unknown;
}

const eventOf = (envelope: string) => JSON.parse(envelope.split('\n')[2] ?? '{}') as SentEvent;

/** A server that takes error reports as Sentry does. */
export async function startErrorIngest() {
  const envelopes: string[] = [];
  const server = createServer(async (req, res) => {
    const bytes = Buffer.concat(await req.toArray());
    envelopes.push((req.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString());
    res.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/1`,
    envelopes,
    events: () => envelopes.map(eventOf),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
