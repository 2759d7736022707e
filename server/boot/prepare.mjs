import { ensureInstalled } from './install.mjs';
import { root } from './root.mjs';

const OLDEST = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new Error(`Node ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}`);
}

/** `development`: everything that is developed and tested with; `warnings`: a second build with React's warnings. */
export async function prepare({ development = false, warnings = false, showStep = () => {} } = {}) {
  checkNode();
  showStep(1);
  await ensureInstalled(root, { development });
  const { buildIfStale } = await import('../../esbuild.config.mjs');
  showStep(2);
  await buildIfStale();
  if (warnings) await buildIfStale({ development: true });
}
