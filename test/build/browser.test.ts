import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBrowser, type TestBrowser } from '../support/browser';
import { failOnFaults } from '../support/page-faults';
import { developmentBuild, productionBuild } from '../support/roots';
import { startTestServer } from '../support/test-server';

let browser: TestBrowser;
let faulty: Server;

const PAGES: Record<string, string> = {
  '/console': '<script>console.error("something is odd")</script>',
  '/thrown': '<script>setTimeout(() => { throw new Error("it broke") })</script>',
  '/hydration': '<script>console.warn("Warning: Text content did not match.")</script>',
  '/missing': '<img src="/nowhere.png">',
  '/question': '<script>fetch("/me")</script>',
  '/policy': '<p style="color: red">painted</p>',
  '/clean': '<script>fetch("/refused", { method: "POST" })</script>',
};

const STATUS: Record<string, number> = { '/nowhere.png': 404, '/me': 401, '/refused': 422 };

beforeAll(async () => {
  browser = await openBrowser();
  faulty = createServer((req, res) => {
    const path = req.url ?? '/';
    const policy = path === '/policy' ? { 'Content-Security-Policy': "style-src 'self'" } : {};
    res.writeHead(STATUS[path] ?? 200, { 'Content-Type': 'text/html', ...policy });
    res.end(`<!doctype html><link rel="icon" href="data:,">${PAGES[path] ?? ''}`);
  });
  await new Promise<void>((resolve) => faulty.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await browser.close();
  faulty.close();
});

const address = (path: string) => `http://127.0.0.1:${(faulty.address() as AddressInfo).port}${path}`;

test.each([
  ['/console', 'something is odd'],
  ['/thrown', 'it broke'],
  ['/hydration', 'did not match'],
  ['/missing', '404 for GET'],
  ['/question', '401 for GET'],
  ['/policy', 'Content Security Policy'],
])('a page with a fault at %s fails its test', async (path, fault) => {
  const page = await browser.newPage();
  await page.goto(address(path), { waitUntil: 'networkidle' });
  expect(failOnFaults).toThrow(fault);
});

test('a call that is refused is no fault', async () => {
  const page = await browser.newPage();
  await page.goto(address('/clean'), { waitUntil: 'networkidle' });
  failOnFaults();
});

test.each([
  ['as delivered', productionBuild],
  ['with the warnings of React', developmentBuild],
])('the front door opens clean, %s', async (_how, root) => {
  const server = await startTestServer({ root: root() });
  const page = await browser.newPage();
  await page.goto(server.origin, { waitUntil: 'networkidle' });
  expect(await page.title()).toContain('Lotwise');
  expect(await page.getByRole('link', { name: 'Sign In' }).first().isVisible()).toBe(true);
  await page.context().close();
  await server.close();
});
