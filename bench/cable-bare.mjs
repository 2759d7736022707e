// A websocket server without sign-in, protocol or database, for comparison.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { serve } from './cable-report.mjs';

const server = createServer();
const websockets = new WebSocketServer({
  server,
  perMessageDeflate: false,
  handleProtocols: (offered) => [...offered][0],
});
let all = [];
websockets.on('connection', (socket) => {
  all.push(socket);
  socket.on('close', () => {
    // The connections of the warm-up close together; after that none closes.
    if (websockets.clients.size === 0) all = [];
  });
  socket.on('message', () => {});
});
server.listen(0, '127.0.0.1', 511);
await once(server, 'listening');

serve({
  ready: { port: server.address().port, cookies: [] },
  toAll(message) {
    const text = JSON.stringify({ message });
    for (const socket of all) socket.send(text);
  },
  toOne: (index, message) => all[index]?.send(JSON.stringify({ message })),
  counts: () => ({ connections: websockets.clients.size }),
});
