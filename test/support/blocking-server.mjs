// A server for the watchdog's test: works in one turn, works in many, or sleeps in one.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

const WORK_MS = 600;

const cpuMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;

function work(ms) {
  const end = cpuMs() + ms;
  while (cpuMs() < end);
}

const answers = {
  '/one-turn': () => work(WORK_MS),
  '/sleep': () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WORK_MS),
  async '/many-turns'() {
    for (let turn = 0; turn < WORK_MS / 20; turn++) {
      work(20);
      await nextTurn();
    }
  },
};

// Before the first request: exempt.
work(WORK_MS);
const server = createServer(async (req, res) => {
  await answers[req.url]?.();
  res.end();
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
