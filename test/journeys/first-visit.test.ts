import type { Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from '../support/browser';
import { Factory } from '../support/factories';
import { header, type MailServer, mailServer, plainText } from '../support/smtp';
import { startTestServer, type TestServer } from '../support/test-server';
import { waitForIdle } from '../support/wait-for-idle';
import { signInByForm } from './sign-in';

let server: TestServer;
let browser: TestBrowser;
let smtp: MailServer;
let factory: Factory;
let desk: Page;

beforeAll(async () => {
  smtp = await mailServer();
  const mail = { kind: 'smtp', url: smtp.url, from: 'Lotwise <hello@example.com>' } as const;
  [server, browser] = await Promise.all([startTestServer({ mail }), openBrowser()]);
  factory = new Factory(server);
  desk = await signInByForm(browser, server.origin, await factory.staff(), { kept: true });
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await smtp.close();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const ready = (page: Page, id: string) => page.locator(`#${id}[data-ready]`).waitFor({ state: 'attached' });

const mailsTo = (email: string, subject: string) =>
  smtp.taken.filter((one) => header(one, 'To') === email && header(one, 'Subject') === subject);

/** The mail that the SMTP stub received. */
async function mailTo(email: string, subject: string) {
  for (let tries = 0; tries < 200; tries++) {
    const [message] = mailsTo(email, subject);
    if (message) return plainText(message);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail "${subject}" to ${email}`);
}

const linkIn = (text: string) =>
  /https?:\/\/\S+/.exec(text.slice(text.search(/\/(magic|reset)/) - 40))?.[0] ?? '';

async function approveAtTheDesk(company: string) {
  await desk.goto('/admin/applications');
  await desk
    .getByRole('row', { name: new RegExp(company) })
    .getByRole('button', { name: 'Approve' })
    .click();
  await desk.getByText(`${company} approved. We emailed`).waitFor();
}

async function createPassword(page: Page, password: string) {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill('something else');
  await page.getByLabel('Confirm password').blur();
  await page.getByText('Passwords do not match').waitFor();
  await page.getByLabel('Confirm password').fill(password);
  await press(page, 'Continue');
}

test('a buyer gets from Join Now to the products, through the mail', async () => {
  const page = await browser.newPage({ baseURL: server.origin });
  await page.goto('/sign_up');
  await ready(page, 'sign-up');
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await page.getByRole('radio', { name: /Buy/ }).check();
  await press(page, 'Next');
  await page.waitForURL('**/sign_up/buy');
  await ready(page, 'buyer-application');
  await page.getByLabel('Full name').fill('Grace Hopper');
  await page.getByLabel('Email').fill('grace');
  await page.getByLabel('Email').blur();
  await page.getByText('Please enter a valid email address').waitFor();
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByLabel('Company').fill('Compilers & Co');
  await page.getByLabel('Category').selectOption('Discount store');
  await press(page, 'Apply');
  await page.getByRole('heading', { name: 'Thanks for signing up!' }).waitFor();
  await page.getByText('within 24 hours').waitFor();

  // The mail server defers the first attempt.
  smtp.replies.push('450');
  await approveAtTheDesk('Compilers & Co');
  const link = linkIn(await mailTo('grace@example.com', 'Your account is approved'));
  expect(link.startsWith(`${server.origin}/magic/sign_in/`)).toBe(true);
  await page.goto(link);
  await page.waitForURL('**/buyers_create_password');
  await createPassword(page, 'nanoseconds-1952');
  await page.waitForURL('**/all_products');
  await page.getByRole('link', { name: 'My Offers' }).first().waitFor();

  // A used link leads home and signs no one in.
  const other = await browser.newPage({ baseURL: server.origin, expected: [/401/] });
  await other.goto(link);
  await other.waitForURL(`${server.origin}/`);
  await other.getByText('This sign-in link has expired or was already used.').waitFor();
  await other.getByRole('heading', { name: 'Resale, simplified!' }).waitFor();
}, 90_000);

test('a seller comes to the page that makes the profile', async () => {
  const page = await browser.newPage({ baseURL: server.origin });
  await page.goto('/seller_inquiry');
  await page.getByLabel('Brand').fill('Copper Pot');
  await page.getByLabel('Email').fill('copper@example.com');
  await page.getByLabel('Category').selectOption('Home');
  await press(page, 'Apply');
  await page.waitForURL('**/sign_up/sell/confirmation');
  smtp.replies.push('drop');
  await approveAtTheDesk('Copper Pot');
  await page.goto(linkIn(await mailTo('copper@example.com', 'Your account is approved')));
  await page.waitForURL('**/sign_up/create_password');
  await createPassword(page, 'tinned-inside-out');
  await page.waitForURL('**/seller_inquiry/create_profile');
});

test('a denied applicant is notified on the page and by mail', async () => {
  const applicant = await factory.aBuyer({ status: 'provisional', name: 'Shady Deals' });
  await desk.goto('/admin/applications');
  await desk
    .getByRole('row', { name: /Shady Deals/ })
    .getByRole('button', { name: 'Deny' })
    .click();
  const dialog = desk.getByRole('dialog', { name: 'Deny Shady Deals?' });
  await dialog.getByText("We can't offer you an account").waitFor();
  expect((await factory.db('users').where({ id: applicant.id }).first())?.status).toBe('provisional');
  await dialog.getByRole('button', { name: 'Deny Application' }).click();
  await desk.getByText('Shady Deals denied. We emailed').waitFor();
  expect(await mailTo(applicant.email, "We couldn't approve your account")).toContain(
    "We can't offer you an account",
  );
});

test('a forgotten password is replaced, and a used link shows an error', async () => {
  const buyer = await factory.aBuyer();
  const page = await browser.newPage({ baseURL: server.origin, expected: [/422/] });
  await page.goto('/sign_in');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await page.waitForURL('**/forgot_password');
  await page.getByLabel('Email').fill(buyer.email);
  await press(page, 'Continue');
  await page.getByRole('heading', { name: 'Please check your email to continue' }).waitFor();
  const link = linkIn(await mailTo(buyer.email, 'Reset your password'));
  await page.goto(link);
  await createPassword(page, 'remembered-now');
  await page.waitForURL('**/all_products');
  await page.getByRole('button', { name: /Account of/ }).click();
  await press(page, 'Sign Out');
  await page.getByRole('heading', { name: 'Resale, simplified!' }).waitFor();
  await page.goto(link);
  await createPassword(page, 'remembered-again');
  await page.getByText('Invalid reset password token. Please request another.').waitFor();
});

test('contact: missing fields are marked, a sent message is confirmed', async () => {
  const page = await browser.newPage({ baseURL: server.origin });
  await page.goto('/contact_us');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Subject').fill('A question');
  expect(await page.getByRole('button', { name: 'Send Message' }).isDisabled()).toBe(true);
  await page.getByLabel('Message').fill('How do I pay?');
  await press(page, 'Send Message');
  const dialog = page.getByRole('dialog', { name: 'Request sent!' });
  await dialog.getByRole('button', { name: 'Back Home' }).click();
  await page.waitForURL(`${server.origin}/`);
  expect(await mailTo(server.services.config.contactEmail, 'Contact: A question')).toContain('How do I pay?');
});

test('over the home page, signing in and up are dialogs that Esc closes', async () => {
  const page = await browser.newPage({ baseURL: server.origin });
  await page.goto('/');
  await waitForIdle(page);
  await page.locator('.site-actions').getByRole('link', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.site-actions').getByRole('link', { name: 'Join Now' }).click();
  await dialog.getByRole('button', { name: 'Next' }).waitFor();
});

test('a page reports its errors, those of its islands too, once each', async () => {
  const page = await browser.newPage({ baseURL: server.origin, expected: [/./] });
  const messages: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/client_errors')) messages.push(request.postDataJSON().message);
  });
  await page.route('**/all_products', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /(<div id="all-products" data-props=)"[^"]*"/,
      `$1'{"state":5,"answer":5}'`,
    );
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/sign_in');
  await waitForIdle(page);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown by a script');
    });
    void Promise.reject(new Error('rejected by a script'));
    void fetch('/up', { signal: AbortSignal.abort() });
  });
  while (messages.length < 2) await page.waitForTimeout(20);
  expect(messages.sort()).toEqual(['rejected by a script', 'thrown by a script']);
  await page.goto('/all_products');
  await page.getByText('Unexpected Application Error!').first().waitFor();
  await waitForIdle(page);
  expect(new Set(messages).size).toBe(messages.length);
  expect(messages.length).toBeGreaterThan(2);
});

test('of every event there was one mail, whatever the mail server answered', () => {
  const received = smtp.taken.map((one) => `${header(one, 'To')} ${header(one, 'Subject')}`);
  expect(received.length).toBeGreaterThan(4);
  expect(new Set(received).size).toBe(received.length);
});
