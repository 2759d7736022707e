import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type App, createApp } from '../app';
import type { Services } from '../services';

const PAGES = ['/', '/sign_in', '/all_products'];
const PRODUCT_LINK = /href="(\/all_products\/\d{1,10}\/\d{1,10})"/;
/** A database that hangs must not keep a process from answering 503. */
const MAX_MS = 10_000;

/** As a browser asks behind a proxy that ends TLS. */
const HEADERS = {
  accept: 'text/html',
  'accept-encoding': 'br',
  'x-forwarded-proto': 'https',
  'user-agent': 'lotwise-first-pages',
};

const decompress = promisify(brotliDecompress);

async function page(port: number, path: string, signal: AbortSignal): Promise<string> {
  const request = get({ host: '127.0.0.1', port, path, headers: HEADERS, agent: false, signal });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  return answer.headers['content-encoding'] === 'br' ? String(await decompress(body)) : String(body);
}

async function renderFirstPages(app: RequestListener, log: Services['log']) {
  const server = createServer(app);
  const signal = AbortSignal.timeout(MAX_MS);
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let listing = '';
    for (const path of PAGES) listing = await page(port, path, signal);
    const [, product] = PRODUCT_LINK.exec(listing) ?? [];
    if (product) await page(port, product, signal);
  } catch (error) {
    log.warn({ reason: String(error) }, 'the first pages could not be rendered');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The app once it has rendered the pages that visitors open first: a cold first page takes over a second. */
export async function createWarmApp(services: Services): Promise<App> {
  const app = createApp(services);
  await renderFirstPages(app.express, services.log);
  return app;
}
