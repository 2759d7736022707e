import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../support/roots';

const text = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const json = (file: string) => JSON.parse(text(file));
const node = (script: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    encoding: 'utf8',
  });

/** Every setting that the server reads, of the AWS library, or of Node and its hosts. */
const KNOWN = new Set(
  [...text('docs/operations.md').matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name]) => name),
);
const FOREIGN = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'NODE_ENV', 'MALLOC_ARENA_MAX'];
const unknown = (names: readonly string[]) =>
  names.filter((name) => !KNOWN.has(name) && !FOREIGN.includes(name));

interface Compose {
  services: Record<string, { command?: string[]; environment?: Record<string, string> }>;
}

const compose = () => parse(text('compose.example.yml'), { merge: true }) as Compose;

test('app.json, Dockerfile and the compose file name settings that exist', () => {
  const inDocker = [...text('Dockerfile').matchAll(/(?:^ENV | )([A-Z][A-Z\d_]+)=/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(inDocker.length).toBeGreaterThan(2);
  expect(unknown(inDocker)).toEqual([]);
  expect(unknown(Object.keys(json('app.json').env))).toEqual([]);
  const { web, worker } = compose().services;
  expect(unknown(Object.keys(web?.environment ?? {}))).toEqual([]);
  expect(worker?.environment).toEqual(web?.environment);
});

test('what production demands is asked for by app.json and set by the compose file', () => {
  const demanded = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'APP_URL', 'S3_BUCKET'];
  const { env } = json('app.json');
  for (const name of demanded) expect(env[name]).toMatchObject({ required: true });
  expect(Object.keys(compose().services.web?.environment ?? {})).toEqual(
    expect.arrayContaining([...demanded, 'SECRET_KEY_BASE', 'DATABASE_URL']),
  );
});

test('every host starts the same files as the Procfile', () => {
  const procfile = text('Procfile');
  for (const kind of ['web', 'worker', 'release'])
    expect(procfile).toMatch(new RegExp(`^${kind}: .*node .*dist/${kind}\\.js$`, 'm'));
  const { services } = compose();
  expect(services.worker?.command).toEqual(['node', 'dist/worker.js']);
  expect(services.release?.command).toEqual(['node', 'dist/release.js']);
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(text('Dockerfile')) ?? [];
  expect(JSON.parse(command).at(-1)).toBe('dist/web.js');
});

test('the list of packages is the lock file’s, without an address', () => {
  const { components } = json('docs/sbom.json') as { components: { name: string; version: string }[] };
  const { packages } = json('package-lock.json') as {
    packages: Record<
      string,
      { version: string; dev?: true; devOptional?: true; optional?: true; peer?: true }
    >;
  };
  const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');
  const installed = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    .map(([path, { version, optional, peer }]) => ({
      id: `${nameOf(path)}@${version}`,
      optional: optional ?? peer,
    }));
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  expect(installed.filter(({ id, optional }) => !optional && !listed.has(id))).toEqual([]);
  const known = new Set(installed.map(({ id }) => id));
  expect([...listed].filter((id) => !known.has(id))).toEqual([]);
  expect(text('docs/sbom.json').replace(/"\$schema".*/, '')).not.toMatch(/https?:/);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['GPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
])('a package under %s: allowed %s', (license, allowed) => {
  const lock = { packages: { '': {}, 'node_modules/one': { version: '1.0.0', license } } };
  const refused = node(
    `import { refusedIn } from './packaging/licenses.mjs'; console.log(refusedIn(${JSON.stringify(lock)}).length)`,
  );
  expect(Number(refused)).toBe(allowed ? 0 : 1);
});

test('every package that production installs has a listed license', () => {
  expect(node(`import './packaging/licenses.mjs'`)).toBe('');
  execFileSync(process.execPath, ['packaging/licenses.mjs'], { cwd: projectRoot });
});

const AUDITS = [
  ['', false, 'Audit not available', 0],
  ['', true, 'Audit not available', 1],
  ['{"message":"no answer"}', true, 'Audit not available', 1],
  ['{"vulnerabilities":{}}', true, 'No known high or critical faults', 0],
  [
    '{"vulnerabilities":{"a":{"name":"a","severity":"low","range":"*"}}}',
    true,
    'No known high or critical faults',
    0,
  ],
  ['{"vulnerabilities":{"a":{"name":"a","severity":"high","range":"<2"}}}', false, 'a <2: high', 1],
] as const;

test.each(AUDITS)('an audit that answers %o, strict %s: %s, exit %i', (output, strict, line, exitCode) => {
  const script = `import { report, severeIn } from './packaging/audit.mjs';
    console.log(JSON.stringify(report(severeIn(${JSON.stringify(output)}), ${strict})))`;
  expect(JSON.parse(node(script))).toMatchObject({ exitCode, lines: expect.arrayContaining([line]) });
});
