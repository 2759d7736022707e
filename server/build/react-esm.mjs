import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Entry files that only choose between production and development. */
const CHOOSING = /node_modules\/(react|react-dom|scheduler)\/(index|client|jsx-runtime)\.js$/;
const CHOSEN = /node_modules\/(react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/;

const chosenBy = (source) => /require\('(\.\/cjs\/[\w-]+\.production\.js)'\)/.exec(source)?.[1];

/** Converts a CommonJS file that only requires packages and assigns to `exports`. */
function asModule(source) {
  const required = new Map();
  const body = source.replace(/\brequire\("([\w-]+)"\)/g, (_whole, name) => {
    required.set(name, `required_${name.replaceAll('-', '_')}`);
    return required.get(name);
  });
  const names = [...new Set([...source.matchAll(/\bexports\.(\w+)\s*=(?!=)/g)].map(([, name]) => name))];
  return [
    ...[...required].map(([name, local]) => `import * as ${local} from '${name}';`),
    'const exports = {};',
    body,
    ...names.map((name) => `const exported_${name} = exports.${name};`),
    `export { ${names.map((name) => `exported_${name} as ${name}`).join(', ')} };`,
    'export default exports;',
  ].join('\n');
}

/** A CommonJS wrapper is parsed again when called: half of the entry's script time on a slow phone. */
export const reactAsModules = {
  name: 'react-as-modules',
  setup(build) {
    build.onLoad({ filter: CHOOSING }, ({ path }) => {
      const chosen = chosenBy(readFileSync(path, 'utf8'));
      if (!chosen) throw new Error(`${basename(path)} names no production build`);
      return { contents: `export * from '${chosen}';\nexport { default } from '${chosen}';`, loader: 'js' };
    });
    build.onLoad({ filter: CHOSEN }, ({ path }) => ({
      contents: asModule(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
  },
};
