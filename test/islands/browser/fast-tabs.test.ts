import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSignedIn } from '../../journeys/sign-in';
import { useTestEnvironment } from '../../support/test-environment';

const environment = useTestEnvironment();

let proxy: Server;
let origin: string;
/** Pages whose answers to a Turbo visit stop halfway. */
const stalled = new Set<string>();

beforeAll(async () => {
  const target = new URL(environment.server.origin);
  proxy = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const isStalled = stalled.has(url) && headers['x-turbo-request-id'] !== undefined;
    const forwarded = request(
      {
        host: target.hostname,
        port: target.port,
        method,
        path: url,
        headers: { ...headers, 'accept-encoding': 'identity' },
      },
      async (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (!isStalled) return answer.pipe(outgoing);
        for await (const chunk of answer) return void outgoing.write(chunk.subarray(0, 2_000));
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

test('a tab clicked while another page is arriving shows its page, without an error', async () => {
  const seller = await environment.factory.aSeller();
  // The proxy does not forward websockets.
  const page = await openSignedIn(environment.browser, environment.factory, seller, {
    expected: [/WebSocket/],
  });
  await page.goto(`${origin}/dashboard`);
  await page.waitForFunction(() => 'Turbo' in window);
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });
  const answered = (path: string) => page.waitForResponse((response) => response.url() === origin + path);
  for (let round = 0; round < 3; round++) {
    for (const [name, path] of [
      ['Manage Profile', '/dashboard/manage_profile'],
      ['Bulk Add Products', '/dashboard/import_products'],
    ] as const) {
      stalled.add(path);
      const arriving = answered(path);
      await tab(name).click();
      await arriving;
    }
    await tab('Add Product').click();
    await page.waitForURL('**/dashboard/new_product');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await tab('Manage Products').click();
    await page.waitForURL(`${origin}/dashboard`);
  }
  stalled.clear();
  await tab('Manage Profile').click();
  await page.waitForURL('**/dashboard/manage_profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
});
