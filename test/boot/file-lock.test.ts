import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const lockModule = join(__dirname, '../../server/boot/file-lock.mjs');
const folder = mkdtempSync(join(tmpdir(), 'lotwise-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process that adds one to a number in a file, slowly, `times` times under the lock. */
const counting = (times: number, end = '') => `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { setTimeout as pause } from 'node:timers/promises';
  import { locked } from ${JSON.stringify(lockModule)};
  for (let time = 0; time < ${times}; time += 1) {
    await locked(${JSON.stringify(join(folder, 'lock'))}, async () => {
      const number = Number(readFileSync(${JSON.stringify(join(folder, 'number'))}, 'utf8'));
      await pause(2);
      ${end}
      writeFileSync(${JSON.stringify(join(folder, 'number'))}, String(number + 1));
    });
  }`;

const start = (script: string) => run(process.execPath, ['--input-type=module', '-e', script]);

const number = () => Number(readFileSync(join(folder, 'number'), 'utf8'));

beforeEach(() => writeFileSync(join(folder, 'number'), '0'));

test('what several processes do under one lock, they do one after another', async () => {
  await Promise.all(Array.from({ length: 6 }, () => start(counting(10))));
  expect(number()).toBe(60);
});

test('a lock whose owner was killed is broken, by one of those who wait', async () => {
  const killed = start(counting(1, `process.kill(process.pid, 'SIGKILL');`));
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
  await Promise.all(Array.from({ length: 6 }, () => start(counting(5))));
  expect(number()).toBe(30);
});
