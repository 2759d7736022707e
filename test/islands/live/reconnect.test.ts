import { Reconnector } from '../../../islands/live/reconnect';

const TWO_MINUTES_MS = 120_000;

/** Counts how often a page asks for a socket that closes at once. */
function triesOf(prepare: (reconnector: Reconnector) => void): number {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  let tries = 0;
  const reconnector: Reconnector = new Reconnector({
    open() {
      tries += 1;
      setTimeout(() => reconnector.closed(), 10);
    },
    reopen: () => undefined,
    isOpen: () => false,
    isActive: () => false,
    monitor: { isRunning: () => true, connectionIsStale: () => false },
  });
  prepare(reconnector);
  reconnector.closed();
  vi.advanceTimersByTime(TWO_MINUTES_MS);
  vi.useRealTimers();
  return tries;
}

afterEach(() => vi.restoreAllMocks());

test('a page whose socket is refused asks less and less often', () => {
  expect(triesOf(() => undefined)).toBeLessThanOrEqual(8);
});

test('a page whose socket broke asks often for about a minute', () => {
  const tries = triesOf((reconnector) => reconnector.welcomed());
  expect(tries).toBeGreaterThanOrEqual(12);
  expect(tries).toBeLessThanOrEqual(14);
});
