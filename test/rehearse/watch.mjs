// What people meet meanwhile: a signed-in request every 100 ms, with its time and status.
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../faults/process.mjs';

const EVERY_MS = 100;

export async function watch(origin, isOver) {
  const { Authorization } = await signIn(origin, 'seller@example.com');
  const answers = [];
  async function ask() {
    const at = performance.now();
    const status = await fetch(`${origin}/offers?per=1`, {
      headers: { Authorization, Accept: 'application/json' },
      signal: AbortSignal.timeout(30_000),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    answers.push({ at, status, ended: performance.now() });
  }
  async function run() {
    const asked = [];
    while (!isOver()) {
      asked.push(ask());
      await pause(EVERY_MS);
    }
    await Promise.all(asked);
  }
  return { answers, done: run() };
}

/** Seconds from the first request without a good answer to the last, since a moment. */
export function secondsOfRefusal(answers, since) {
  const bad = answers.filter(({ at, status }) => at >= since && status !== 200);
  return bad.length === 0 ? 0 : (Math.max(...bad.map(({ ended }) => ended)) - bad[0].at) / 1_000;
}
