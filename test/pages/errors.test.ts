import { startApp } from '../support/app';
import { Client } from '../support/client';
import { World } from '../support/factories';

const html = { Accept: 'text/html' };

test('with the database away a reader gets a page that offers to try again, not raw data', async () => {
  const app = await startApp();
  try {
    const buyer = await new World(app).as(await new World(app).aBuyer());
    await app.services.db.destroy();
    const answer = await buyer.request('GET', '/my_offers?tab=closed', { headers: html });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.headers.get('Content-Type')).toContain('text/html');
    expect(answer.text).toContain('Unexpected Application Error!');
    expect(answer.text).toContain('href="/my_offers?tab=closed"');
    // Whoever reads it may well be signed in: the page does not say that they are not.
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
