import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Pages that most visits are to: what three of them use is loaded with every page. */
const BUSIEST = [
  'all-products',
  'product-detail',
  'seller-storefront',
  'cart',
  'my-offers',
  'my-orders',
  'order-detail',
].map((id) => `islands/${id}/index.tsx`);
/** Bytes of source below which modules are no script of their own: the request costs more than they do elsewhere. */
const MIN_BYTES = 4000;
/** Pages that load what few use with all of work: two at most are better off with a script of their own. */
const FEW = 2;
const FORM_PACKAGES = /^node_modules\/(formik|yup)\//;

function reach(inputs, path, seen = new Set()) {
  if (seen.has(path) || !inputs[path]) return seen;
  seen.add(path);
  for (const { path: next, kind } of inputs[path].imports)
    if (kind === 'import-statement') reach(inputs, next, seen);
  return seen;
}

/** Paths that are loaded by `import()`: the islands, and parts of them. */
const loadedLater = (inputs) =>
  new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.filter(({ kind, path }) => kind === 'dynamic-import' && inputs[path]).map(({ path }) => path),
    ),
  );

/** What the same roots reach, which esbuild makes one file. */
function groupsOf({ inputs }, roots, reached) {
  const groups = new Map();
  for (const path of new Set([...reached.values()].flatMap((paths) => [...paths]))) {
    const users = roots.filter((root) => reached.get(root).has(path));
    if (users.length < 2) continue;
    const isForForms = [...reach(inputs, path)].some((used) => FORM_PACKAGES.test(used));
    const key = `${isForForms} ${users}`;
    const group = groups.get(key) ?? { users, isForForms, bytes: 0, paths: [] };
    groups.set(key, group);
    group.bytes += inputs[path].bytes;
    if (!roots.includes(path) && !path.startsWith('node_modules/')) group.paths.push(path);
  }
  return [...groups.values()];
}

/** The set that a group is part of, if it is to be no file of its own. */
function setOf({ users, isForForms, bytes }, entry) {
  const busiest = BUSIEST.filter((page) => users.includes(page)).length;
  if (isForForms) return busiest === 0 && (users.length > 2 || bytes < MIN_BYTES) ? 'forms' : null;
  if (users.includes(entry) || busiest > 2) return 'page';
  if (bytes >= MIN_BYTES) return null;
  if (busiest > 0) return 'page';
  return users.length > FEW ? 'work' : null;
}

/** Sets of modules that are one file each: `page` of all pages, `forms` with formik and yup, `work` of other pages. */
export function sharedModules(metafile, entry) {
  const { inputs } = metafile;
  const roots = [entry, ...loadedLater(inputs)].filter((path) => path.startsWith('islands/'));
  const reached = new Map(roots.map((root) => [root, reach(inputs, root)]));
  const sets = { page: [], forms: [], work: [] };
  for (const group of groupsOf(metafile, roots, reached)) sets[setOf(group, entry)]?.push(...group.paths);
  const uses = (root, name) => sets[name].some((path) => reached.get(root).has(path));
  // Forms use a part of `work`, which would be a script of its own if they came without the rest.
  const setsOf = (root) =>
    uses(root, 'forms') ? ['page', 'forms', 'work'] : uses(root, 'work') ? ['page', 'work'] : ['page'];
  return { sets, setsOf: new Map(roots.map((root) => [root, setsOf(root)])) };
}

/** Lets every root import the sets that it uses. */
export const shareModules = (root, { sets, setsOf }) => ({
  name: 'share-modules',
  setup(build) {
    build.onResolve({ filter: /^shared:/ }, ({ path }) => ({ path: path.slice(7), namespace: 'shared' }));
    build.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
      contents: sets[path].map((module) => `import ${JSON.stringify(join(root, module))};`).join('\n'),
      resolveDir: root,
    }));
    build.onLoad({ filter: /\/islands\/.*\.tsx?$/ }, ({ path }) => {
      const names = setsOf.get(relative(root, path));
      if (!names) return undefined;
      const imports = names.map((name) => `import 'shared:${name}';`).join('\n');
      return {
        contents: `${imports}\n${readFileSync(path, 'utf8')}`,
        loader: path.endsWith('x') ? 'tsx' : 'ts',
        resolveDir: dirname(path),
      };
    });
  },
});
