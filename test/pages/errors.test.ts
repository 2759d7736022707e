import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { presign } from '../../server/uploads/contract';
import { startApp } from '../support/app';
import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { until } from '../support/process';
import { useTestApp } from '../support/test-app';

const html = { Accept: 'text/html' };

test('with the database away a reader gets a page that offers to try again, not raw data', async () => {
  const app = await startApp();
  try {
    const buyer = await new Factory(app).as(await new Factory(app).aBuyer());
    await app.services.db.destroy();
    const answer = await buyer.request('GET', '/my_offers?tab=closed', { headers: html });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.headers.get('Content-Type')).toContain('text/html');
    expect(answer.text).toContain('Unexpected Application Error!');
    expect(answer.text).toContain('href="/my_offers?tab=closed"');
    // The reader may be signed in: the page does not claim that they are not.
    expect(answer.text).not.toContain('href="/sign_in"');
    const call = await buyer.request('GET', '/offers', { headers: { Accept: 'application/json' } });
    expect([call.status, call.headers.get('Content-Type')]).toEqual([
      answer.status,
      expect.stringContaining('json'),
    ]);
  } finally {
    await app.stop();
  }
});

test('pages that lead nowhere else have no links of the usual header and footer', async () => {
  const app = await startApp({ restrictedMode: true });
  try {
    const { text } = await new Client(app.origin).request('GET', '/', { headers: html });
    expect(text).not.toMatch(/<(header|footer)[^>]*>(?:(?!<\/\1>)[\s\S])*<a /);
  } finally {
    await app.stop();
  }
});

describe('what stands before the sessions', () => {
  const app = useTestApp();
  const errors = () => vi.spyOn(app.services.log, 'error');
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['GET', '/files/no-picture', 404],
    ['GET', '/files/00000000-0000-4000-8000-000000000000-400.webp', 404],
    ['GET', '/files/%E0%A4%A', 400],
    ['GET', '/storage/uploads/no-file', 403],
    ['GET', '/storage/uploads/no-file?expires=9999999999&signature=wrong', 403],
    ['GET', '/storage/%E0%A4%A/no-file', 400],
    ['HEAD', '/storage/uploads/no-file', 403],
    ['PUT', '/storage/uploads/no-file', 403],
  ])('%s %s is answered with %i and leaves the error log empty', async (method, path, status) => {
    const logged = errors();
    const client = new Client(app.origin);
    const [data, page] = [
      await client.send(method, path, { headers: { Accept: 'image/webp,*/*' } }),
      await client.send(method, path, { headers: { Accept: 'text/html' } }),
    ];
    expect([data.status, page.status]).toEqual([status, status]);
    expect(data.headers.get('Content-Type')).toContain('json');
    if (method === 'GET') {
      expect(page.headers.get('Content-Type')).toContain('text/html');
      expect(page.text).toContain(status === 404 ? 'Page not found' : 'Unexpected Application Error!');
    }
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
  });

  test('an upload that its sender breaks off is no error of ours', async () => {
    const logged = errors();
    const seller = await new Factory(app).aSeller();
    const { body } = await (await new Factory(app).as(seller)).call(presign, {}, {});
    const { hostname, port, pathname, search } = new URL(body.aws_url);
    const socket = connect(Number(port), hostname);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 1000\r\n\r\n`;
    await new Promise((resolve) => socket.write(`${head}half`, resolve));
    await until(async () => drafts().length > 0);
    socket.resetAndDestroy();
    await until(async () => drafts().length === 0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(logged).not.toHaveBeenCalled();
  });

  const drafts = () => {
    const folder = join(app.services.config.dataDir, 'uploads/drafts');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
});

/** A proxy adds it in production; development ignores it. */
const HTTPS = { 'X-Forwarded-Proto': 'https' };

test.each([
  ['', {}],
  [' in production', { production: true, appUrl: 'https://shop.example.com', trustProxy: 1 }],
])(
  'an error page without the reader’s session leaves the token of other pages alone%s',
  async (_, config) => {
    const app = await startApp(config);
    try {
      const { email } = await new Factory(app).aBuyer();
      const buyer = new Client(app.origin, HTTPS);
      await buyer.request('POST', '/login', { body: { user: { email, password: PASSWORD } } });
      await buyer.request('GET', '/my_offers', { headers: html });
      const before = buyer.cookieHeader;
      expect(before).toMatch(/csrf=.*session=/);
      await app.services.db.destroy();
      const answer = await buyer.request('GET', '/my_offers', { headers: html });
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(buyer.cookieHeader).toBe(before);
      expect(answer.text).not.toContain('href="/sign_in"');
    } finally {
      await app.stop();
    }
  },
);
