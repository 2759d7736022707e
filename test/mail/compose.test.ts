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

test.each([
  ['x'.repeat(200), `${'x'.repeat(59)}…`],
  [`${'x'.repeat(58)}🎉 and more`, `${'x'.repeat(58)}…`],
  ['PO-100042 was \u202Edecelec', 'PO-100042 was decelec'],
  ['One\u0000\u2028two\u200B', 'One two'],
])('a subject of %o is %o', async (given, shown) => {
  const { subject } = await compose(config, {
    to: 'a@example.com',
    subject: given,
    view: 'greeting',
    locals: { name: 'Ada' },
  });
  expect(subject).toBe(shown);
});

test('the text ends with the reason for the mail, where it has one', async () => {
  const { text } = await compose(config, {
    to: 'a@example.com',
    subject: 'Bye',
    view: 'greeting',
    locals: { name: 'Ada', why: 'Acme is the buyer in OF-100042' },
  });
  expect(text).toMatch(/\n\n--\nYou received this email because Acme is the buyer in OF-100042\.$/);
});

test('entities are read once', () => {
  expect(toPlainText('<p>&amp;lt;b&amp;gt;</p>')).toBe('&lt;b&gt;');
});
