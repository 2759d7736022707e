import { compose, toPlainText } from '../../server/mail/compose';
import { testConfig } from '../support/services';

const config = testConfig({ root: __dirname, brandName: 'Acme', appUrl: 'https://acme.example' });

const greeting = (name: string) =>
  compose(config, { to: 'a@example.com', subject: 'Hello', view: 'greeting', locals: { name } });

test('a mail bears the brand, and its links lead to the configured address', async () => {
  const { html, text } = await greeting('Ada');
  expect(html).toContain('<h1>Acme</h1>');
  expect(html).toContain('<a href="https://acme.example/my_orders">See your orders</a>');
  expect(text).toBe(
    'Hello Ada,\n\nyour order & more: See your orders: https://acme.example/my_orders\n\n- one\n- two',
  );
});

test('hostile names stay text in both versions', async () => {
  const { html, text } = await greeting('<a href="https://evil.example">you & "me"</a>');
  expect(html).toContain(
    'Hello &lt;a href=&#34;https://evil.example&#34;&gt;you &amp; &#34;me&#34;&lt;/a&gt;',
  );
  expect(html).not.toContain('<a href="https://evil');
  expect(text).toContain('Hello <a href="https://evil.example">you & "me"</a>,');
});

test('a separate text template is used if there is one', async () => {
  const { text } = await compose(config, {
    to: 'a@example.com',
    subject: 'Bye',
    view: 'parting',
    locals: { name: 'O’Hara & Sons' },
  });
  expect(text).toBe('Farewell O’Hara & Sons from Acme');
});

test('a subject is one line', async () => {
  const { subject } = await compose(config, {
    to: 'a@example.com',
    subject: 'Hello\r\nBcc: everybody@example.com',
    view: 'greeting',
    locals: { name: 'Ada' },
  });
  expect(subject).toBe('Hello Bcc: everybody@example.com');
});

test('entities are read once', () => {
  expect(toPlainText('<p>&amp;lt;b&amp;gt;</p>')).toBe('&lt;b&gt;');
});
