import { type RunningApp, startApp } from '../support/app';
import { Client } from '../support/client';

let app: RunningApp | undefined;
afterEach(() => app?.stop());

const write = ({ services }: RunningApp, subject: string) =>
  services.db('mails').insert({ recipient: 'ada@example.com', subject, text: 'Hello', html: '<p>Hello</p>' });

test('the mailbox lists all mails and shows each under a policy that runs no script', async () => {
  app = await startApp();
  await write(app, 'First');
  await write(app, 'Second');
  const client = new Client(app.origin);
  const { body } = await client.request('GET', '/dev/mailbox.json');
  const mails = body as { id: number; subject: string; to: string }[];
  expect(mails.map(({ subject }) => subject)).toEqual(['Second', 'First']);
  const mail = await client.send('GET', `/dev/mailbox/${mails[0]?.id}`);
  expect(mail.text).toBe('<p>Hello</p>');
  expect(mail.headers.get('content-type')).toContain('text/html');
  expect(mail.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await client.send('GET', '/dev/mailbox/999')).status).toBe(404);
  const { text: page } = await client.send('GET', '/dev/mailbox', { headers: { Accept: 'text/html' } });
  expect(page).toContain(`<a href="/dev/mailbox/${mails[0]?.id}" data-turbo="false">Second</a>`);
});

test('without the demo there is no mailbox', async () => {
  app = await startApp({ demo: false });
  const client = new Client(app.origin);
  expect((await client.request('GET', '/dev/mailbox.json')).status).toBe(404);
});
