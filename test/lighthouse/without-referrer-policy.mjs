import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * The product as it answers, but for one header: this Chromium, driven by Lighthouse 13, gives a page up as soon as
 * it is answered with a Referrer-Policy (net::ERR_ABORTED), which no audit looks at.
 */
export async function withoutReferrerPolicy(origin) {
  const { hostname, port } = new URL(origin);
  const server = createServer((asked, answered) => {
    const { method, url: path, headers } = asked;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      const { 'referrer-policy': _left, ...kept } = answer.headers;
      answered.writeHead(answer.statusCode, kept);
      answer.pipe(answered);
    });
    onward.once('error', () => answered.destroy());
    asked.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${server.address().port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
