import { setTimeout as pause } from 'node:timers/promises';
import { isMeasurable, requireResponsive, watchEventLoop } from './event-loop';
import { start, stopAll } from './process';

const SCRIPT = 'test/support/blocking-server.mjs';

afterEach(stopAll);

/** The watchdog needs Linux's /proc. */
const whereMeasurable = isMeasurable ? test : test.skip;

async function blockingServer() {
  const watch = watchEventLoop(SCRIPT, [SCRIPT]);
  const run = start(SCRIPT, watch.env, [], watch.args);
  const [, port] = await run.waitForOutput(/port (\d+)/);
  const ask = async (path: string) => {
    await fetch(`http://127.0.0.1:${port}${path}`);
    // The next turn's timer writes the report.
    await pause(100);
    await fetch(`http://127.0.0.1:${port}/up`);
  };
  return { watch, ask };
}

whereMeasurable('work of more than 250 ms in one turn of the event loop fails a test', async () => {
  const { watch, ask } = await blockingServer();
  await ask('/one-turn');
  expect(() => requireResponsive([watch])).toThrow(
    /^A web process blocked its event loop for \d+ ms \(GET \/one-turn\)$/,
  );
  expect(() => requireResponsive([watch])).not.toThrow();
});

whereMeasurable('work in many turns, waiting, and what precedes the first request are allowed', async () => {
  const { watch, ask } = await blockingServer();
  await ask('/many-turns');
  await ask('/sleep');
  expect(() => requireResponsive([watch])).not.toThrow();
});

whereMeasurable('processes that serve nothing are not watched', () => {
  expect(watchEventLoop('dist/worker.js').args).toEqual([]);
  expect(watchEventLoop('dist/web.js').args).toEqual(['--import', expect.any(String)]);
});
