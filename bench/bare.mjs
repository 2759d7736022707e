// The raw limits of the machine, in a separate process: bare node:http, an empty Express route, and rendering an
// island.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import express from 'express';

const html = `<!doctype html>${'<p>thirty kilobytes of paragraphs</p>'.repeat(820)}`;
const app = express();
app.get('/', (_req, res) => void res.json({}));

const islands = createRequire(import.meta.url)('../dist/islands.cjs');
let shown = { id: '', props: {} };
const answer = (res, text) => {
  res.setHeader('content-type', 'text/html');
  res.end(text);
};

const servers = [
  createServer((_req, res) => answer(res, html)),
  createServer(app),
  createServer((_req, res) => answer(res, islands.renderIsland(shown.id, shown.props) ?? '')),
];
const ports = [];
for (const server of servers) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ports.push(server.address().port);
}
await islands.ready;
process.on('message', (island) => {
  shown = island;
  process.send({});
});
process.on('disconnect', () => process.exit(0));
process.send({ ports });
