import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/process';

const folder = mkdtempSync(join(tmpdir(), 'lotwise-install-'));
const installModule = join(__dirname, '../../server/boot/install.mjs');
const pidFile = join(folder, 'npm.pid');
/** Stands for an installation that takes long. */
const npm = join(folder, 'npm.cjs');

beforeAll(() => {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': {} } }));
  writeFileSync(
    npm,
    `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1_000);`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const npmPid = () => {
  try {
    return Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return 0;
  }
};

test('an installation ends with the start that began it, also after kill -9', async () => {
  const script = `import { ensureInstalled } from ${JSON.stringify(installModule)};
    await ensureInstalled(${JSON.stringify(folder)}, { say: () => undefined });`;
  const started = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, npm_execpath: npm },
    stdio: 'ignore',
  });
  await until(async () => npmPid() > 0);
  started.kill('SIGKILL');
  await until(async () => !isAlive(npmPid()));
});
