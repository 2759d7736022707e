import { isMeasurable } from '../support/event-loop';
import { start, stopAll } from '../support/process';

afterEach(stopAll);

/** Memory and processor time of another process are read from Linux's /proc. */
const whereMeasurable = isMeasurable ? test : test.skip;

whereMeasurable(
  'hostile pictures leave the web process small and answering',
  async () => {
    const env = { HOME: process.env.HOME ?? '' };
    const run = start('test/faults/run.mjs', env, ['hostile-files', '--setup', 'procfile']);
    const exit = await run.ended;
    expect([exit, run.output()]).toEqual([0, expect.not.stringContaining('FAIL')]);
    expect(run.output()).toMatch(/PASS procfile: no turn of the event loop/);
  },
  1_200_000,
);
