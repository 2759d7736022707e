import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_CONNECTIONS = 10_000;

/** Closes the connection that was idle longest when there are more than 10,000. */
export function limitConnections(server: Server, max = MAX_CONNECTIONS) {
  const open = new Set<Socket>();
  /** In the order in which they became idle. */
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    idle.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    const [oldest] = idle;
    if (open.size > max) oldest?.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    idle.delete(socket);
    res.once('close', () => {
      if (open.has(socket)) idle.add(socket);
    });
  });
  server.on('upgrade', (_req, socket: Socket) => void idle.delete(socket));
}
