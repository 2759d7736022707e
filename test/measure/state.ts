import type { SourceFile, Syntax } from './source';

const CONTAINERS = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'AsyncLocalStorage',
  'EventEmitter',
  'Array',
]);

/** Functions that return a queue, a cache or a memo. */
const STATEFUL = /^(pLimit|limit[A-Z]\w*|createLru|createTextCache|createStore|cellFilters|memo[A-Z]\w*)$/;

/** Whether this value is made to be changed later: an empty container, an object of a class, a cache. */
function isMutable(init: Syntax | null | undefined): boolean {
  if (!init) return true;
  if (init.type === 'CallExpression') return STATEFUL.test(String((init.callee as Syntax).value));
  if (init.type === 'ArrayExpression') return (init.elements as unknown[]).length === 0;
  if (init.type === 'ObjectExpression') return (init.properties as unknown[]).length === 0;
  if (init.type !== 'NewExpression') return false;
  const name = (init.callee as Syntax).value as string | undefined;
  const filled = ((init.arguments as unknown[] | null) ?? []).length > 0;
  if (name && CONTAINERS.has(name)) return !filled || name === 'WeakMap';
  return (
    Boolean(name) &&
    !['RegExp', 'URL', 'Date', 'TextEncoder', 'TextDecoder', 'Error'].includes(name ?? '') &&
    !/^Intl|Format$/.test(name ?? '')
  );
}

const isReadonly = (id: Syntax) =>
  /"Readonly(Set|Map|Array)"|"op":"readonly"/.test(JSON.stringify(id.typeAnnotation ?? null));

/** Variables of a module that outlive a call: `path: name`. */
export function moduleState({ path, module }: SourceFile): string[] {
  const found: string[] = [];
  for (const item of module.body) {
    const declaration = (item.type === 'ExportDeclaration' ? item.declaration : item) as unknown as Syntax;
    if (declaration.type !== 'VariableDeclaration' || declaration.declare) continue;
    for (const { id, init } of declaration.declarations as { id: Syntax; init: Syntax | null }[])
      if (declaration.kind !== 'const' || (!isReadonly(id) && isMutable(init)))
        found.push(`${path}: ${id.value ?? '(pattern)'}`);
  }
  return found;
}
