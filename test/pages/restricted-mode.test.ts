import { startApp } from '../support/app';
import { Client } from '../support/client';
import { Factory } from '../support/factories';

const html = { Accept: 'text/html' };

test('restricted mode: one page, every other page leads to it, calls and probes live on', async () => {
  const app = await startApp({ restrictedMode: true });
  try {
    const factory = new Factory(app);
    const client = await factory.as(await factory.aBuyer());
    for (const visitor of [new Client(app.origin), client]) {
      const home = await visitor.request('GET', '/', { headers: html });
      expect([home.status, home.text.includes('temporarily closed')]).toEqual([200, true]);
      for (const path of ['/sign_in', '/all_products', '/cart', '/404', '/nowhere']) {
        const answer = await visitor.request('GET', path, { headers: html });
        expect([path, answer.status, answer.headers.get('Location')]).toEqual([path, 302, '/']);
      }
    }
    expect((await client.request('GET', '/offers')).status).toBe(200);
    for (const accept of ['*/*', 'application/json, text/html', 'text/csv'])
      expect((await client.send('GET', '/offers', { headers: { Accept: accept } })).status).toBe(200);
    expect((await client.send('GET', '/offers', { headers: { Accept: 'text/html,*/*' } })).status).toBe(302);
    expect((await client.send('GET', '/up')).status).toBe(200);
    expect((await client.request('POST', '/webhooks/stripe')).status).toBe(400);
  } finally {
    await app.stop();
  }
});

test('on the old host a notice, and on to the successor after 10 seconds', async () => {
  const app = await startApp({ legacy: { host: '127.0.0.1', successorUrl: 'https://successor.example/' } });
  try {
    const answer = await new Client(app.origin).request('GET', '/all_products', { headers: html });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("We've been acquired");
    expect(answer.text).toContain('data-countdown="10">10 seconds<');
    expect(answer.headers.get('Refresh')).toBe('10;url=https://successor.example/');
    expect((await new Client(app.origin).request('GET', '/current_user.json')).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test('the analytics script is on every page but those with a token in their address', async () => {
  const app = await startApp({ analyticsSrc: 'https://analytics.example/a.js' });
  try {
    const visitor = new Client(app.origin);
    const page = async (path: string) => visitor.request('GET', path, { headers: html });
    const home = await page('/');
    expect(home.text).toContain('src="https://analytics.example/a.js"');
    expect(home.headers.get('Content-Security-Policy')).toContain(
      "script-src 'self' https://analytics.example",
    );
    for (const path of ['/magic/sign_in/secret', '/reset_password?reset_password_token=secret']) {
      const secret = await page(path);
      expect(secret.text).not.toContain('analytics.example');
      expect(secret.headers.get('Referrer-Policy')).toBe('no-referrer');
    }
  } finally {
    await app.stop();
  }
});
