import { login, magicSignIn } from '../../../server/accounts/contract';
import { resetPassword, updateMe } from '../../../server/accounts/passwords/contract';
import type { Person } from '../../../server/accounts/policy';
import {
  confirmIdentity,
  loginBySecondFactor,
  renewCodes,
  type SecondFactorRequired,
  setUpFactor,
  showSecurity,
  turnOffFactor,
  turnOnFactor,
} from '../../../server/accounts/security/contract';
import { issueToken } from '../../../server/accounts/sessions/one-time-tokens';
import { Client } from '../../support/client';
import { Factory, PASSWORD } from '../../support/factories';
import { useTestApp } from '../../support/test-app';
import { codeOf, withAuthenticator, wrongCode } from './authenticator';

const app = useTestApp();
const factory = new Factory(app);

const visitor = () => new Client(app.origin);
const HTML = { Accept: 'text/html' };
const REQUIRED = 'Enter the 6-digit code from your authenticator app.';

async function showPassword({ email }: Pick<Person, 'email'>, client = visitor()) {
  const answer = await client.call(login, {}, { user: { email, password: PASSWORD } });
  return { client, answer, token: tokenIn(answer.body) };
}

const tokenIn = (body: unknown) => (body as Partial<SecondFactorRequired>).second_factor?.token ?? '';
const statusOf = async (client: Client) => (await client.request('GET', '/me')).status;
const codeIn = (body: unknown) => (body as { code?: string }).code;
const mailsTo = ({ email }: Person) =>
  factory.db('mails').where({ recipient: email }).orderBy('id').pluck('subject');
const unconfirm = ({ id }: Person) =>
  factory.db('sign_ins').where({ user_id: id }).update({ confirmed_at: null });

test('an app is set up by its secret, and turned on by its first code alone', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.signedIn(buyer);
  const { secret, otpauth_url, qr_svg } = (await client.call(setUpFactor, {})).body;
  const url = new URL(otpauth_url);
  expect([url.protocol, url.host, url.searchParams.get('issuer'), url.searchParams.get('secret')]).toEqual([
    'otpauth:',
    'totp',
    'Lotwise',
    secret,
  ]);
  expect(qr_svg).toMatch(/^<svg [^>]*viewBox/);
  expect(qr_svg).not.toMatch(/style|script/);
  expect((await showPassword(buyer)).answer.status).toBe(200);
  const wrong = await client.call(turnOnFactor, {}, { code: wrongCode(secret) });
  expect([wrong.status, wrong.body]).toEqual([
    422,
    {
      errors: ["That code isn't right."],
      field_errors: { code: ["That code isn't right."] },
      code: 'code_wrong',
    },
  ]);
  const on = await client.call(turnOnFactor, {}, { code: codeOf(secret) });
  expect(new Set(on.body.recovery_codes).size).toBe(10);
  for (const code of on.body.recovery_codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect((await client.call(showSecurity, {})).body.second_factor).toMatchObject({ recovery_codes_left: 10 });
  expect(await mailsTo(buyer)).toEqual(['Two-step verification is on']);
  const [row] = await factory.db('totp_factors').where({ user_id: buyer.id });
  expect(row?.secret_encrypted.toString('latin1')).not.toContain(secret);
  expect((await client.call(setUpFactor, {})).status).toBe(409);
  expect((await client.call(turnOnFactor, {}, { code: codeOf(secret) })).status).toBe(409);
});

test('the password alone opens nothing, the code then signs in', async () => {
  const buyer = await factory.aBuyer();
  const { freshCode } = await withAuthenticator(factory, buyer);
  const code = await freshCode();
  const { client, answer, token } = await showPassword(buyer);
  expect([answer.status, answer.body]).toEqual([
    401,
    {
      error: REQUIRED,
      code: 'second_factor_required',
      second_factor: { token, methods: ['code', 'recovery_code'] },
    },
  ]);
  expect(answer.headers.get('Authorization')).toBeNull();
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await statusOf(client)).toBe(401);
  expect(await statusOf(new Client(app.origin, { Authorization: `Bearer ${token}` }))).toBe(401);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const signedIn = await client.call(loginBySecondFactor, {}, { token, code: spaced });
  expect([signedIn.status, signedIn.body.user.email]).toEqual([200, buyer.email]);
  expect(signedIn.headers.get('Authorization')).toMatch(/^Bearer /);
  expect(await statusOf(client)).toBe(200);
  expect((await client.call(showSecurity, {})).body.confirmed_until).not.toBeNull();
});

test('without a factor nothing changes, not even by an unfinished setup', async () => {
  const [plain, unfinished] = [await factory.aBuyer(), await factory.aBuyer()];
  await (await factory.signedIn(unfinished)).call(setUpFactor, {});
  for (const person of [plain, unfinished]) {
    const { client, answer } = await showPassword(person);
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['user']]);
    expect(await statusOf(client)).toBe(200);
  }
});

test('a code works once of ten parallel tries', async () => {
  const buyer = await factory.aBuyer();
  const { freshCode } = await withAuthenticator(factory, buyer);
  const pending = [];
  for (let device = 0; device < 10; device += 1) pending.push(await showPassword(buyer));
  const code = await freshCode();
  const answers = await Promise.all(
    pending.map(({ client, token }) => client.call(loginBySecondFactor, {}, { token, code })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  expect(new Set(answers.flatMap(({ status, body }) => (status === 401 ? [codeIn(body)] : [])))).toEqual(
    new Set(['code_wrong']),
  );
});

test('a recovery code works once of ten parallel tries, however it is typed', async () => {
  const buyer = await factory.aBuyer();
  const { client, recoveryCodes } = await withAuthenticator(factory, buyer);
  const pending = [];
  for (let device = 0; device < 10; device += 1) pending.push(await showPassword(buyer));
  const [code = ''] = recoveryCodes;
  const spellings = [code, code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `];
  const answers = await Promise.all(
    pending.map(({ client: device, token }, index) =>
      device.call(loginBySecondFactor, {}, { token, recovery_code: spellings[index % spellings.length] }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  expect((await client.call(showSecurity, {})).body.second_factor?.recovery_codes_left).toBe(9);
});

test('after five wrong codes one signs in again', async () => {
  const buyer = await factory.aBuyer();
  const { secret, freshCode } = await withAuthenticator(factory, buyer);
  const { client, token } = await showPassword(buyer);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const wrong = await client.call(loginBySecondFactor, {}, { token, code: wrongCode(secret) });
    expect([wrong.status, wrong.text]).toEqual([
      401,
      '{"error":"That code isn\'t right.","code":"code_wrong"}',
    ]);
  }
  const again = await client.call(loginBySecondFactor, {}, { token, code: await freshCode() });
  expect([again.status, again.text]).toEqual([
    401,
    '{"error":"Sign in again.","code":"second_factor_expired"}',
  ]);
  const { token: next } = await showPassword(buyer, client);
  const body = { token: next, code: await freshCode() };
  expect((await client.call(loginBySecondFactor, {}, body)).status).toBe(200);
});

test('a token that is forged, missing, or older than a new password signs nobody in', async () => {
  const buyer = await factory.aBuyer();
  const { client: own, freshCode } = await withAuthenticator(factory, buyer);
  const { client, token } = await showPassword(buyer);
  const passwords = { password: 'another-long-one', confirm_password: 'another-long-one' };
  await own.call(updateMe, {}, { ...passwords, current_password: PASSWORD });
  for (const tried of [undefined, '', 'x', `${token}x`, token]) {
    const body = { token: tried, code: await freshCode() };
    const answer = await client.call(loginBySecondFactor, {}, body);
    expect([answer.status, codeIn(answer.body)]).toEqual([401, 'second_factor_expired']);
  }
  expect(await statusOf(own)).toBe(200);
});

test('20 wrong codes within an hour block all codes for an hour, and a mail says why', async () => {
  const buyer = await factory.aBuyer();
  const { client: own, secret, freshCode, recoveryCodes } = await withAuthenticator(factory, buyer);
  for (let round = 0; round < 4; round += 1) {
    const { client, token } = await showPassword(buyer);
    const wrong = { token, code: wrongCode(secret) };
    await Promise.all(Array.from({ length: 5 }, () => client.call(loginBySecondFactor, {}, wrong)));
  }
  const { client, token } = await showPassword(buyer);
  const [recovery_code] = recoveryCodes;
  for (const proof of [{ code: await freshCode() }, { recovery_code }]) {
    const blocked = await client.call(loginBySecondFactor, {}, { token, ...proof });
    expect([blocked.status, blocked.body]).toEqual([
      429,
      { error: 'Too many wrong codes. Try again in an hour.', code: 'codes_blocked' },
    ]);
    expect(Number(blocked.headers.get('Retry-After'))).toBeGreaterThan(3_500);
    expect((await own.call(confirmIdentity, {}, proof)).status).toBe(429);
  }
  expect(await mailsTo(buyer)).toEqual(['Two-step verification is on', 'Someone knows your password']);
  await factory
    .db('totp_factors')
    .where({ user_id: buyer.id })
    .update({ blocked_until: new Date(Date.now() - 1_000) });
  const body = { token, code: await freshCode() };
  expect((await client.call(loginBySecondFactor, {}, body)).status).toBe(200);
});

test('a new password by its link, and a sign-in link, want the code, too', async () => {
  const buyer = await factory.aBuyer();
  const { freshCode } = await withAuthenticator(factory, buyer);
  const issue = (purpose: 'magic' | 'reset') =>
    factory.transaction((tx) => issueToken(tx, buyer.id, purpose));
  const password = 'a-new-password-by-link';
  const user = { reset_password_token: await issue('reset'), password, confirm_password: password };
  const client = visitor();
  const reset = await client.call(resetPassword, {}, { user });
  const byLink = visitor();
  const link = await byLink.call(magicSignIn, {}, undefined, { magic_sauce: await issue('magic') });
  for (const answer of [reset, link]) {
    expect([answer.status, codeIn(answer.body), answer.headers.get('Authorization')]).toEqual([
      401,
      'second_factor_required',
      null,
    ]);
  }
  for (const [device, { body }] of [
    [client, reset],
    [byLink, link],
  ] as const) {
    expect(await statusOf(device)).toBe(401);
    const passed = await device.call(
      loginBySecondFactor,
      {},
      { token: tokenIn(body), code: await freshCode() },
    );
    expect(passed.status).toBe(200);
  }
  const old = await visitor().call(login, {}, { user: { email: buyer.email, password: PASSWORD } });
  expect(codeIn(old.body)).toBe('unauthorized');
});

test('a form is led to the page of the code, its token in a cookie that scripts do not read', async () => {
  const buyer = await factory.aBuyer();
  const { secret, freshCode } = await withAuthenticator(factory, buyer);
  const client = visitor();
  const send = async (path: string, fields: Record<string, string>) =>
    client.send('POST', path, {
      headers: HTML,
      body: new URLSearchParams({ authenticity_token: await client.csrf(), ...fields }),
    });
  const first = await send('/login', {
    form_root: 'user',
    email: buyer.email,
    password: PASSWORD,
    return_to: '/my_orders',
  });
  expect([first.status, first.headers.get('Location')]).toEqual([
    303,
    '/sign_in/code?return_to=%2Fmy_orders',
  ]);
  const cookie = first.headers.getSetCookie().find((line) => line.startsWith('second_factor='));
  expect(cookie).toMatch(/Max-Age=600;.*HttpOnly; SameSite=Lax/);
  expect(await statusOf(client)).toBe(401);
  const page = await client.send('GET', '/sign_in/code?return_to=%2Fmy_orders', { headers: HTML });
  expect([page.status, page.text.includes('6-digit code')]).toEqual([200, true]);
  const wrong = await send('/login/second_factor', { code: wrongCode(secret), return_to: '/my_orders' });
  expect([wrong.status, wrong.text.includes('That code isn&#39;t right.')]).toEqual([422, true]);
  const right = await send('/login/second_factor', { code: await freshCode(), return_to: '/my_orders' });
  expect([right.status, right.headers.get('Location')]).toEqual([303, '/my_orders']);
  expect(await statusOf(client)).toBe(200);
});

test('without a pending sign-in, the page of the code leads to the sign-in', async () => {
  const page = await visitor().send('GET', '/sign_in/code', { headers: HTML });
  expect([page.status, page.headers.get('Location')]).toEqual([302, '/sign_in']);
});

test('dangerous calls want a fresh proof, and with a factor only codes count', async () => {
  const buyer = await factory.aBuyer();
  const { client, freshCode, recoveryCodes } = await withAuthenticator(factory, buyer);
  await unconfirm(buyer);
  const refused = await client.call(turnOffFactor, {});
  expect([refused.status, refused.body]).toEqual([
    403,
    { error: "Confirm it's you to continue.", code: 'confirm_required', methods: ['code', 'recovery_code'] },
  ]);
  expect((await client.call(renewCodes, {})).status).toBe(403);
  for (const body of [{ password: PASSWORD }, {}, { code: '' }, { recovery_code: 'abcd' }]) {
    const answer = await client.call(confirmIdentity, {}, body);
    expect([answer.status, codeIn(answer.body)]).toEqual([422, 'code_wrong']);
  }
  expect((await client.call(confirmIdentity, {}, { code: await freshCode() })).status).toBe(200);
  const renewed = await client.call(renewCodes, {});
  expect(renewed.body.recovery_codes).toHaveLength(10);
  const [old] = recoveryCodes;
  expect((await client.call(confirmIdentity, {}, { recovery_code: old })).status).toBe(422);
  const [recovery_code] = renewed.body.recovery_codes;
  expect((await client.call(confirmIdentity, {}, { recovery_code })).status).toBe(200);
  expect((await client.call(turnOffFactor, {})).status).toBe(204);
  expect((await client.call(turnOffFactor, {})).status).toBe(204);
  expect((await client.call(showSecurity, {})).body.second_factor).toBeNull();
  expect(await mailsTo(buyer)).toEqual(['Two-step verification is on', 'Two-step verification is off']);
  expect((await factory.signedIn(buyer)) instanceof Client).toBe(true);
});

test('a sign-in stays confirmed for ten minutes, and others are not confirmed by it', async () => {
  const buyer = await factory.aBuyer();
  const [client, other] = [await factory.signedIn(buyer), await factory.as(buyer)];
  expect((await other.call(setUpFactor, {})).status).toBe(403);
  expect((await client.call(setUpFactor, {})).status).toBe(200);
  const ago = new Date(Date.now() - 600_001);
  await factory.db('sign_ins').where({ user_id: buyer.id }).update({ confirmed_at: ago });
  const late = await client.call(setUpFactor, {});
  expect([late.status, late.body]).toMatchObject([403, { methods: ['password'] }]);
  await other.call(confirmIdentity, {}, { password: PASSWORD });
  expect((await other.call(setUpFactor, {})).status).toBe(200);
  expect((await client.call(setUpFactor, {})).status).toBe(403);
});

test('turning a factor on leaves no other sign-in confirmed by its password', async () => {
  const buyer = await factory.aBuyer();
  const other = await factory.signedIn(buyer);
  await withAuthenticator(factory, buyer);
  expect(codeIn((await other.call(turnOffFactor, {})).body)).toBe('confirm_required');
});
