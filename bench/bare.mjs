// The raw limits of the machine, in a process of their own: bare node:http and an empty Express route.
import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';

const html = `<!doctype html>${'<p>thirty kilobytes of paragraphs</p>'.repeat(820)}`;
const app = express();
app.get('/', (_req, res) => void res.json({}));
const servers = [
  createServer((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(html);
  }),
  createServer(app),
];
const ports = [];
for (const server of servers) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ports.push(server.address().port);
}
process.send({ ports });
process.on('disconnect', () => process.exit(0));
