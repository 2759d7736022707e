import { resolveSpecifier, type SourceFile, type Syntax, walk } from './source';

interface Scope {
  /** Names that each top-level declaration mentions. */
  readonly mentions: ReadonlyMap<string, ReadonlySet<string>>;
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

const TYPES = /^Ts(TypeAlias|Interface|TypeReference|TypeAnnotation|TypeParameter)/;

function identifiers(node: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    const syntax = value as Syntax;
    if (TYPES.test(syntax.type ?? '')) return;
    if (syntax.type === 'Identifier') found.add(String(syntax.value));
    const loaded = loadedLater(syntax);
    if (loaded) found.add(loadedName(loaded));
    for (const child of Object.values(syntax)) if (typeof child === 'object') visit(child);
  };
  visit(node);
  return found;
}

/** The specifier of `import('…')`: what is loaded later is reached by the declaration that asks for it. */
function loadedLater(syntax: Syntax): string | null {
  if (syntax.type !== 'CallExpression' || (syntax.callee as Syntax).type !== 'Import') return null;
  const argument = (syntax.arguments as { expression: Syntax }[])[0]?.expression;
  return argument?.type === 'StringLiteral' ? String(argument.value) : null;
}

const loadedName = (specifier: string) => `import ${specifier}`;

const declaredNames = (declaration: Syntax): string[] => {
  if (declaration.type === 'VariableDeclaration')
    return (declaration.declarations as { id: Syntax }[]).flatMap(({ id }) => [...identifiers(id)]);
  return [String((declaration.identifier as Syntax | undefined)?.value ?? 'default')];
};

const declarationOf = (item: Syntax) => (item.declaration ?? item.decl ?? item) as Syntax;

function scopeOf(root: string, file: SourceFile): Scope {
  const mentions = new Map<string, Set<string>>();
  const imported = new Map<string, { file: string; name: string }>();
  for (const item of file.module.body) {
    if (item.type === 'ImportDeclaration') {
      if (item.typeOnly) continue;
      for (const name of item.specifiers) {
        const local = name.local.value;
        const exported = name.type === 'ImportSpecifier' ? (name.imported?.value ?? local) : 'default';
        imported.set(local, { file: resolveSpecifier(root, file.path, item.source.value), name: exported });
      }
      continue;
    }
    const declaration = declarationOf(item as unknown as Syntax);
    for (const name of declaredNames(declaration)) mentions.set(name, identifiers(declaration));
    if (item.type === 'ExportDefaultDeclaration') mentions.set('default', identifiers(declaration));
  }
  walk(file.module.body, (node) => {
    const loaded = loadedLater(node);
    if (!loaded) return;
    imported.set(loadedName(loaded), { file: resolveSpecifier(root, file.path, loaded), name: 'default' });
  });
  return { mentions, imported };
}

/** Schemas are the half of the contracts that was split off (docs/decisions/0023). */
const CONTRACT = /(^|[/-])(contract(\.ts|\/)|schema\.ts$)|\/rules\.ts$/;

/**
 * The files whose code runs, or may run, from one declaration on: calls are followed from name to name, types are not
 * counted, contracts and schemas where `contracts` says so. An upper bound of what must be read, the same for every layout.
 */
export function filesReached(
  root: string,
  files: readonly SourceFile[],
  start: { file: string; name: string },
  { contracts = false }: { contracts?: boolean } = {},
) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const scopes = new Map<string, Scope>();
  const seen = new Set<string>();
  const reached = new Set<string>();
  const queue = [start];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { file: path, name } = next;
    const file = byPath.get(path);
    if (!file || seen.has(`${path}#${name}`) || (!contracts && CONTRACT.test(path))) continue;
    seen.add(`${path}#${name}`);
    reached.add(path);
    const scope = scopes.get(path) ?? scopeOf(root, file);
    scopes.set(path, scope);
    for (const mention of scope.mentions.get(name) ?? []) {
      const elsewhere = scope.imported.get(mention);
      if (elsewhere) queue.push(elsewhere);
      else if (scope.mentions.has(mention)) queue.push({ file: path, name: mention });
    }
  }
  return [...reached].sort();
}
