// npm run sbom: writes docs/sbom.json, a CycloneDX list of what production installs. The same lock file gives the same bytes.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesOf } from './licenses.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Without addresses, which change, and the empty lists of npm. */
const componentOf = ({ type, name, version, purl, hashes, licenses }) => ({
  type,
  name,
  version,
  purl,
  ...(hashes && { hashes }),
  ...(licenses && { licenses }),
});

const byName = (one, other) => (one.purl < other.purl ? -1 : 1);

export function billOfMaterials() {
  // npm's own `--omit dev` leaves out what development needs as well (npm 11.19).
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const { $schema, bomFormat, specVersion, version, metadata, components, dependencies } = JSON.parse(stdout);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const installed = new Set(packagesOf(lock).map(({ name, version: at }) => `${name}@${at}`));
  const own = { ...componentOf(metadata.component), type: 'application', name: 'lotwise' };
  return {
    $schema,
    bomFormat,
    specVersion,
    version,
    metadata: { component: { 'bom-ref': metadata.component['bom-ref'], ...own } },
    components: components
      .filter(({ name, version: at }) => installed.has(`${name}@${at}`))
      .map((component) => ({ 'bom-ref': component['bom-ref'], ...componentOf(component) }))
      .sort(byName),
    dependencies: dependencies
      .filter(({ ref }) => installed.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((to) => installed.has(to)) })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bill = billOfMaterials();
  writeFileSync(join(root, 'docs/sbom.json'), `${JSON.stringify(bill, null, 1)}\n`);
  console.log(`docs/sbom.json lists ${bill.components.length} packages`);
}
