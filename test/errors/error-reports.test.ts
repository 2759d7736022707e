import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { type ErrorReports, noErrorReports, openErrorReports } from '../../server/errors/error-reports';
import { reportRequest } from '../../server/errors/request-reports';
import { asHttpError, BadGateway, NotFound, Unavailable } from '../../server/http/errors';
import { type SentEvent, startErrorIngest } from '../support/error-ingest';
import { testConfig } from '../support/services';

const log = pino({ level: 'silent', base: { process: 'web' } });
let ingest: Awaited<ReturnType<typeof startErrorIngest>>;
let clock = 0;

beforeAll(async () => {
  ingest = await startErrorIngest();
});
beforeEach(() => ingest.envelopes.splice(0));
afterAll(() => ingest.close());

const withDsn = (sentryDsn: string | null) => {
  const config = testConfig();
  return { ...config, operations: { ...config.operations, sentryDsn } };
};

/** Waits for `atLeast` events: closing sends the rest for two seconds only. */
async function sent(act: (reports: ErrorReports) => void, atLeast = 0): Promise<SentEvent[]> {
  const reports = await openErrorReports(withDsn(ingest.dsn), log, () => clock);
  act(reports);
  while (ingest.envelopes.length < atLeast) await pause(20);
  await reports.close();
  return ingest.events();
}

const aRequest = (viewer = { id: 7 }) =>
  ({
    id: 'request-1',
    viewer,
    res: { locals: { route: '/offers/:id/accept' } },
    headers: { cookie: 'session=private-cookie', authorization: 'Bearer private-token' },
    body: { note: 'private-body' },
    url: '/offers/123456/accept?token=private-query',
  }) as never;

test('nothing is loaded without an address to report to', async () => {
  expect(await openErrorReports(withDsn(null), log)).toBe(noErrorReports);
});

test('an unexpected error arrives with request, route, user, version and process, and nothing else of theirs', async () => {
  const [event] = await sent((reports) => reportRequest(reports, new TypeError('it broke'), aRequest()));
  expect(event).toMatchObject({
    release: 'test',
    transaction: '/offers/:id/accept',
    user: { id: 7 },
    tags: { request_id: 'request-1', process: 'web' },
    exception: { values: [{ type: 'TypeError', value: 'it broke' }] },
  });
  expect(event?.exception.values[0]?.stacktrace?.frames.length).toBeGreaterThan(0);
  for (const field of ['request', 'breadcrumbs', 'extra', 'contexts', 'server_name', 'modules'])
    expect(event).not.toHaveProperty(field);
  expect(ingest.envelopes.join()).not.toContain('private');
});

test('values in messages, stacks, causes and fields stay here', async () => {
  const lines = 'private-note\n    at private (/private-file.js:1:2)';
  const database = Object.assign(new Error(`insert into users values ('${lines}') - duplicate key`), {
    code: '23505',
    severity: 'ERROR',
    detail: 'Key (email)=(private@example.com) already exists',
  });
  const parsing = new SyntaxError(`Unexpected token 'p', "private-json" is not valid JSON`);
  const mail = new Error('550 <private@example.com> refused, token=private-token, phone 5551234567', {
    cause: new Error('private-cause'),
  });
  const events = await sent((reports) => {
    for (const error of [database, parsing, mail, 'private-text', null, { message: 1 }])
      reports.report(error);
  });
  expect(events).toHaveLength(6);
  expect(events[0]?.exception.values).toMatchObject([{ value: 'PostgreSQL error 23505' }]);
  expect(ingest.envelopes.join()).not.toMatch(/private|5551234567/);
});

test('outages of a known cause and errors of the client are not reported', async () => {
  const away = Object.assign(new Error('away'), { code: '57P01' });
  const cutOff = Object.assign(new Error('server login has been failing'), {
    code: '08P01',
    severity: 'FATAL',
  });
  const events = await sent((reports) => {
    for (const error of [BadGateway('Stripe'), Unavailable(), NotFound(), away, cutOff])
      reportRequest(reports, error, aRequest());
  });
  expect(events).toEqual([]);
});

test('a pooler without a server is an outage, a wrong statement is not', () => {
  const answers = ['FATAL', 'ERROR'].map(
    (severity) => asHttpError(Object.assign(new Error('08P01'), { code: '08P01', severity })).status,
  );
  expect(answers).toEqual([503, 500]);
});

test('a process sends at most 100 events a minute', async () => {
  clock = 0;
  const events = await sent((reports) => {
    for (let index = 0; index < 150; index += 1) reports.report(new Error(`error ${index}`));
    clock = 60_000;
    reports.report(new Error('a minute later'));
  }, 101);
  expect(events.length).toBe(101);
});

test('a server that is away disturbs nobody', async () => {
  const reports = await openErrorReports(withDsn('http://key@127.0.0.1:9/1'), log);
  reports.report(new Error('unheard'));
  await expect(reports.close()).resolves.toBeUndefined();
});
