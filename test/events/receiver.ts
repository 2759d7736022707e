import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Arrival {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** What a receiver does with a message; without an answer it hangs. */
type Respond = (res: ServerResponse, arrival: Arrival) => void;

const toStrings = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** At the addresses that the demo may reach without https. */
export async function startReceiver() {
  const arrivals: Arrival[] = [];
  const responses = new Map<string, Respond>();
  let [open, most] = [0, 0];
  const server = createServer((req, res) => {
    open += 1;
    most = Math.max(most, open);
    res.on('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const path = req.url ?? '';
      const arrival = { path, headers: toStrings(req.headers), body: Buffer.concat(chunks).toString() };
      arrivals.push(arrival);
      const respond = responses.get(path) ?? ((answer) => void answer.writeHead(204).end());
      respond(res, arrival);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pathOf = (name: string) => `/dev/webhooks/${name}`;
  return {
    origin,
    urlOf: (name: string) => origin + pathOf(name),
    answer: (name: string, respond: Respond) => responses.set(pathOf(name), respond),
    at: (name: string) => arrivals.filter(({ path }) => path === pathOf(name)),
    mostAtOnce: () => most,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Respond =>
  (res) =>
    void res.writeHead(code, headers).end(body);

/** Throws unless the message was signed by this secret. */
export const verified = (secret: string, { body, headers }: Arrival) =>
  new Webhook(secret).verify(body, headers) as { id: string; type: string; data: Record<string, unknown> };
