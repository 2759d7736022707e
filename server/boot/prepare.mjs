import { ensureInstalled } from './install.mjs';
import { root } from './root.mjs';

const OLDEST = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new Error(`Node ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}`);
}

/** `development` also builds with React's warnings, for the journeys. */
export async function prepare({ development = false } = {}) {
  checkNode();
  await ensureInstalled(root);
  const { buildIfStale } = await import('../../esbuild.config.mjs');
  await buildIfStale();
  if (development) await buildIfStale({ development });
}
