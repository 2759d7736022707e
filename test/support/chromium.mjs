// Unpacks the browser that comes with the packages, once, and prints how to start it:
// `{"executablePath": "…", "env": {…}}`. CHROMIUM_PATH names another one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { locked } from '../../server/boot/file-lock.mjs';

function packageVersion() {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return JSON.parse(readFileSync(join(dirname(main), '../../package.json'), 'utf8')).version;
}

// Importing the package changes the environment.
const ours = { ...process.env };

/** The package unpacks into TMPDIR and reuses any files there: give it its own folder. */
async function unpack(into) {
  const draft = `${into}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  process.env.TMPDIR = draft;
  // Makes it unpack libraries that minimal machines lack.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
  renameSync(draft, into);
}

const starts = (executablePath, env) =>
  spawnSync(executablePath, ['--version'], { env: { ...ours, ...env }, timeout: 20_000 }).status === 0;

/** The package lists font folders of another machine; without any font the browser crashes when it draws text. */
function listFonts(folder) {
  const path = join(folder, 'font-list');
  if (existsSync(path)) return;
  const draft = `${path}.new`;
  mkdirSync(draft, { recursive: true });
  const fonts = `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir>`;
  writeFileSync(join(draft, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${fonts}</fontconfig>\n`);
  renameSync(draft, path);
}

function environment(folder, executablePath) {
  const fonts = { FONTCONFIG_PATH: join(folder, 'font-list') };
  const libraries = { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  const works = [fonts, libraries].find((env) => starts(executablePath, env));
  if (works) return works;
  throw new Error(
    'The browser that comes with the packages does not start here: set CHROMIUM_PATH to a Chromium of yours',
  );
}

async function findChromium() {
  const own = ours.CHROMIUM_PATH;
  if (own) return { executablePath: own, env: JSON.parse(ours.CHROMIUM_ENV ?? '{}') };
  const home = tmpdir();
  const folder = join(home, `lotwise-chromium-${packageVersion()}-${process.getuid?.() ?? 'user'}`);
  await locked(`${folder}.lock`, async () => {
    if (!existsSync(folder)) await unpack(folder);
    listFonts(folder);
  });
  const executablePath = join(folder, 'chromium');
  return { executablePath, env: environment(folder, executablePath) };
}

console.log(JSON.stringify(await findChromium()));
