import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** With this header, which no audit reads, Chromium aborts the page under Lighthouse 13 (net::ERR_ABORTED). */
export async function withoutReferrerPolicy(origin) {
  const { hostname, port } = new URL(origin);
  const server = createServer((req, res) => {
    const { method, url: path, headers } = req;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      const { 'referrer-policy': _left, ...kept } = answer.headers;
      res.writeHead(answer.statusCode, kept);
      answer.pipe(res);
    });
    onward.once('error', () => res.destroy());
    req.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${server.address().port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
