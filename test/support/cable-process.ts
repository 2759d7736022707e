// A web process with the live channel, or a worker that only broadcasts; controlled by cable-processes.ts.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openCable, type Target } from '../../server/cable/cable';
import { attachCable, systemClock } from '../../server/cable/server';
import { identifyByAddress, notesChannel, secretKeyBase, silent } from './cable-basics';

interface Orders {
  broadcast: { readonly stream: string; readonly messages: readonly unknown[] };
  disconnect: Target;
  restart: { readonly spreadMs: number };
}

async function main() {
  const [role, databaseUrl = '', redisUrl, clockOffsetMs] = process.argv.slice(2);
  const cable = await openCable({ databaseUrl, redisUrl: redisUrl || null, log: silent });
  const server = createServer();
  const sockets =
    role === 'web'
      ? attachCable(server, {
          identify: identifyByAddress,
          channels: [notesChannel],
          allowedOrigins: [/./],
          appUrl: 'https://shop.example.com',
          trustProxy: 0,
          secretKeyBase,
          cable,
          log: silent,
          clock: { ...systemClock, now: () => Date.now() + Number(clockOffsetMs) },
        })
      : null;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const orders: { [Name in keyof Orders]: (order: Orders[Name]) => Promise<unknown> } = {
    broadcast: ({ stream, messages }) =>
      Promise.all(messages.map((message) => cable.broadcast(stream, message))),
    disconnect: (target) => cable.disconnect(target),
    async restart({ spreadMs }) {
      await sockets?.close({ spreadMs });
      await cable.stop();
    },
  };
  process.on('message', async ({ id, name, order }: { id: number; name: keyof Orders; order: never }) => {
    await orders[name](order);
    process.send?.({ id });
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port: (server.address() as AddressInfo).port });
}

void main();
