import { connectionState, setConnectionState } from '../../../islands/live/connection-state';
import { Fallback, type StoppableConnection } from '../../../islands/live/fallback';
import type { SharedChannel } from '../../../islands/live/shared-channel';

const HOUR_MS = 3_600_000;

let requests: string[];
let status: number;
let tries: number;
let refetches: number;
let page: { visibilityState: string };
let fallback: Fallback;

const connection: StoppableConnection = {
  open() {
    tries += 1;
    setTimeout(() => fallback.closed(), 10);
  },
  reopen: () => undefined,
  close: () => undefined,
  isOpen: () => false,
  isActive: () => false,
  monitor: {
    isRunning: () => false,
    connectionIsStale: () => false,
    start: () => undefined,
    stop: () => undefined,
  },
};

const channel = { hasListeners: true, refetch: () => void refetches++ } as unknown as SharedChannel;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T10:00:00Z') });
  [requests, status, tries, refetches] = [[], 304, 0, 0];
  page = { visibilityState: 'visible' };
  vi.stubGlobal('document', {
    ...page,
    get visibilityState() {
      return page.visibilityState;
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    if (status === 0) throw new TypeError('Failed to fetch');
    // The server's clock is an hour behind.
    return new Response(null, { status, headers: { Date: new Date(Date.now() - HOUR_MS).toUTCString() } });
  });
  setConnectionState('lost');
  fallback = new Fallback(connection, new Map([['OffersChannel', channel]]), () => undefined);
});
afterEach(() => {
  fallback.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('asks every 20 s for what changed since the last answer, by the clock of the server', async () => {
  expect(await fallback.start()).toBe(true);
  expect(connectionState()).toBe('limited');
  expect(refetches).toBe(1);
  await vi.advanceTimersByTimeAsync(23_000);
  expect(requests).toHaveLength(2);
  expect(requests[1]).toBe(
    `/offers?${new URLSearchParams({ updated_since: '2026-11-30T08:59:55.000Z', per: '1' })}`,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests.length).toBeGreaterThanOrEqual(4);
  expect(requests.length).toBeLessThanOrEqual(6);
  expect(refetches).toBe(1);
  status = 200;
  await vi.advanceTimersByTimeAsync(23_000);
  expect(refetches).toBeGreaterThanOrEqual(2);
});

test('asks for nothing while the page is hidden, or once it is stopped', async () => {
  await fallback.start();
  page.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toHaveLength(1);
  page.visibilityState = 'visible';
  await vi.advanceTimersByTimeAsync(23_000);
  expect(requests.length).toBeGreaterThan(1);
  const asked = requests.length;
  fallback.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toHaveLength(asked);
});

test('tries the socket less and less often, at last every 5 minutes', async () => {
  await fallback.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(tries).toBe(2);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  // 30 s, 1, 2, 4 minutes, then twelve an hour, give or take the jitter.
  expect(tries).toBeGreaterThanOrEqual(13);
  expect(tries).toBeLessThanOrEqual(17);
});

test.each([0, 503, 401])('where HTTP answers %d, too, it does not begin', async (failure) => {
  status = failure;
  expect(await fallback.start()).toBe(false);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([requests.length, tries, refetches]).toEqual([1, 0, 0]);
});
