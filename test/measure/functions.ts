import { type SourceFile, type Syntax, walk } from './source';

export interface FunctionLength {
  readonly path: string;
  readonly line: number;
  readonly lines: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'Constructor',
  'GetterProperty',
]);

/** A function that answers a table of routes is a list, however long. */
function isRouteTable(node: Syntax): boolean {
  let body = (node.body ?? (node.function as Syntax | undefined)?.body) as Syntax | null | undefined;
  if (Array.isArray(body?.stmts))
    body = (body.stmts.at(-1) as Syntax | undefined)?.argument as Syntax | undefined;
  if (body?.type === 'ParenthesisExpression') body = body.expression as Syntax;
  return body?.type === 'ArrayExpression';
}

export function functionLengths({ path, module, lineAt }: SourceFile): FunctionLength[] {
  const found: FunctionLength[] = [];
  walk(module.body, (node) => {
    if (!FUNCTIONS.has(node.type ?? '') || isRouteTable(node)) return;
    const span = (node.span ?? (node.function as Syntax | undefined)?.span) as Span | undefined;
    if (!span) return;
    const line = lineAt(span.start);
    found.push({ path, line, lines: lineAt(span.end - 1) - line + 1 });
  });
  return found;
}

/** The value below which a share (0 to 1) of the values lies, by the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
