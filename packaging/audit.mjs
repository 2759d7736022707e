// npm run audit: fails for known high or critical faults in packages that production installs.
//   --strict   also when the registry does not answer
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SEVERE = new Set(['high', 'critical']);

/** Returns null where npm reports no result. */
export function severeIn(output) {
  try {
    const { vulnerabilities } = JSON.parse(output);
    return vulnerabilities
      ? Object.values(vulnerabilities).filter(({ severity }) => SEVERE.has(severity))
      : null;
  } catch {
    return null;
  }
}

export function report(severe, strict) {
  if (severe === null) return { lines: ['Audit not available'], exitCode: strict ? 1 : 0 };
  if (severe.length === 0) return { lines: ['No known high or critical faults'], exitCode: 0 };
  const lines = severe.map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  return { lines: [...lines, 'Run npm audit for the details.'], exitCode: 1 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--audit-level', 'high', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { lines, exitCode } = report(severeIn(stdout), process.argv.includes('--strict'));
  for (const line of lines) console.log(line);
  process.exitCode = exitCode;
}
