import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type TestDatabase, testDatabase } from '../support/database';
import { start, stop, stopAll, until } from '../support/process';
import { productionBuild, projectRoot } from '../support/roots';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'lotwise-image-'));
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(stopAll);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the last stage of the Dockerfile copies, with the packages of production alone. */
function imageOf(build: string) {
  const [, last = ''] = readFileSync(join(build, 'Dockerfile'), 'utf8').split(/^FROM .*\n(?=ENV)/m);
  const copied = [...last.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path]) => path ?? '');
  for (const path of copied)
    if (path !== 'node_modules') cpSync(join(build, path), join(folder, path), { recursive: true });
  const { packages } = JSON.parse(readFileSync(join(build, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; optional?: true }>;
  };
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || devOptional) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(build, path), join(folder, path));
  }
  return copied;
}

test('production runs with the files of the image and no package of development', async () => {
  expect(imageOf(productionBuild())).toEqual(
    expect.arrayContaining(['dist', 'public', 'views', 'package.json']),
  );
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    PORT: '0',
    APP_URL: 'http://localhost:3000',
    SECRET_KEY_BASE: 'a secret of the tests, long enough for every use',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@example.com',
    S3_BUCKET: 'bucket',
    AWS_REGION: 'eu-central-1',
    SOURCE_VERSION: 'abc123',
  };
  const run = (name: string) => start(relative(projectRoot, join(folder, `dist/${name}.js`)), env);
  const release = run('release');
  expect(await release.ended).toBe(0);
  const web = run('web');
  const worker = run('worker');
  await worker.waitForOutput(/waiting for jobs/);
  const [, port] = await web.waitForOutput(/"port":(\d+)/);
  const origin = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${origin}/ready`)).ok);
  for (const path of ['/', '/all_products', '/sign_in']) {
    const answer = await fetch(origin + path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(await answer.text()).toContain('data-rendered');
  }
  expect(await stop(web)).toBe(0);
  expect(await stop(worker)).toBe(0);
  expect(web.output() + worker.output()).not.toMatch(/"level":[56]0/);
});
