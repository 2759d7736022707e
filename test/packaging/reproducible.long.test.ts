import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from '../support/roots';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = join(projectRoot, 'tmp/reproducible');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The sources as they are, and the packages as hard links, since the build records paths. */
function cloneTo(name: string) {
  const clone = join(folder, name);
  mkdirSync(clone, { recursive: true });
  const options = { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 };
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    options,
  );
  const archive = execFileSync('tar', ['--create', '--null', '--files-from=-', '--ignore-failed-read'], {
    ...options,
    input: files,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync('tar', ['--extract'], { cwd: clone, input: archive });
  execFileSync('cp', ['-al', join(projectRoot, 'node_modules'), clone]);
  return clone;
}

const filesIn = (path: string): string[] =>
  readdirSync(path).flatMap((name) =>
    statSync(join(path, name)).isDirectory() ? filesIn(join(path, name)) : [join(path, name)],
  );

/** The SHA-256 of each file. */
const digestsOf = (clone: string) =>
  Object.fromEntries(
    ['dist', 'public/build'].flatMap((part) =>
      filesIn(join(clone, part))
        .sort()
        .map((path) => [
          relative(clone, path),
          createHash('sha256').update(readFileSync(path)).digest('hex'),
        ]),
    ),
  );

test('two clones at different paths build the same bytes', () => {
  const [one, other] = ['a', 'somewhere/else-with-a-longer-name'].map((name) => {
    const clone = cloneTo(name);
    execFileSync(process.execPath, ['esbuild.config.mjs'], { cwd: clone });
    return digestsOf(clone);
  });
  expect(Object.keys(one ?? {}).length).toBeGreaterThan(50);
  expect(other).toEqual(one);
});
