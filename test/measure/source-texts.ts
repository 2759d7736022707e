import { isReadable } from './readable';
import type { SourceFile, Syntax } from './source';

interface Found {
  readonly line: number;
  readonly text: string;
}

const NOT_SHOWN = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TsLiteralType',
  'TsTypeAnnotation',
  'TsInterfaceDeclaration',
  'TsTypeAliasDeclaration',
  'TsTypeParameterInstantiation',
  'SwitchCase.test',
  'KeyValueProperty.key',
]);
const COMPARISONS = new Set(['===', '!==', '==', '!=', 'in']);
const TECHNICAL_ATTRIBUTE =
  /^(class|className|style|id|htmlFor|href|src|d|viewBox|sizes|type|role|rel|key|accept|autoComplete|data-.*|aria-(labelledby|describedby|controls|live))$/;
/** Calls whose strings are SQL, headers, log lines or selectors. */
const TECHNICAL_CALL =
  /(raw|query|sql|execute|statement|prepare|endpoint|island|channel|classes|set|get|header|setHeader|getHeader|append|vary|type|debug|info|warn|log|querySelector|querySelectorAll|closest|matches|matchMedia|addEventListener|RegExp|TypeError|RangeError)$/i;
const INTERNAL_ERROR = /^(Error|TypeError|RangeError|RegExp)$/;

const nodes = (value: unknown): Syntax[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is Syntax => typeof item === 'object' && item);

/** The name that is called: `raw` in `tx.raw(…)` and in sql`…`. */
function calledName(callee: unknown): string {
  const syntax = (callee ?? {}) as Syntax;
  if (syntax.type === 'MemberExpression') return String((syntax.property as Syntax).value ?? '');
  if (syntax.type === 'CallExpression' || syntax.type === 'TsInstantiation')
    return calledName(syntax.callee ?? syntax.expression);
  return String(syntax.value ?? '');
}

const spanStart = (node: Syntax) => (node.span as { start: number }).start;

const shortName = (node: unknown): string => {
  const { type, value, property } = (node ?? {}) as Syntax;
  if (type === 'Identifier') return String(value);
  return type === 'MemberExpression' ? shortName(property) : '…';
};

function templateText({ quasis, expressions }: Syntax): string {
  const values = nodes(expressions);
  return nodes(quasis)
    .map(({ cooked }, index) => `${cooked}${values[index] ? `{${shortName(values[index])}}` : ''}`)
    .join('');
}

/** Text between tags, with `{name}` for values and `{…}` for the elements inside. */
const elementText = (children: readonly Syntax[]) =>
  children
    .map(({ type, value, expression }) =>
      type === 'JSXText' ? String(value) : expression ? `{${shortName(expression)}}` : '{…}',
    )
    .join('');

function isTechnical(node: Syntax, field: string): boolean {
  if (NOT_SHOWN.has(node.type ?? '') || NOT_SHOWN.has(`${node.type}.${field}`)) return true;
  if (node.type === 'BinaryExpression') return COMPARISONS.has(String(node.operator));
  if (node.type === 'TaggedTemplateExpression') return TECHNICAL_CALL.test(calledName(node.tag));
  if (node.type === 'NewExpression') return INTERNAL_ERROR.test(calledName(node.callee));
  return node.type === 'JSXAttribute' && TECHNICAL_ATTRIBUTE.test(String((node.name as Syntax).value ?? ''));
}

/** Direct arguments of a technical call; objects and functions among them may hold texts. */
const isTechnicalArgument = (node: Syntax, argument: Syntax) =>
  node.type === 'CallExpression' &&
  TECHNICAL_CALL.test(calledName(node.callee)) &&
  /^(StringLiteral|TemplateLiteral)$/.test((argument.expression as Syntax | undefined)?.type ?? '');

/** The texts of a source file: string literals, templates and what stands between tags. */
export function sourceTexts({ module, lineAt }: SourceFile): Found[] {
  const found: Found[] = [];
  const add = (node: Syntax, text: string) => found.push({ line: lineAt(spanStart(node)), text });
  const addElement = (children: readonly Syntax[]) => {
    const first = children.find(({ type, value }) => type === 'JSXText' && /\p{L}/u.test(String(value)));
    if (!first) return;
    const [before = ''] = /^\s*/.exec(String(first.value)) ?? [];
    found.push({
      line: lineAt(spanStart(first)) + before.split('\n').length - 1,
      text: elementText(children),
    });
  };
  const visit = (node: Syntax) => {
    if (node.type === 'StringLiteral' && isReadable(String(node.value))) add(node, String(node.value));
    if (node.type === 'TemplateLiteral' && isReadable(templateText(node))) add(node, templateText(node));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') addElement(nodes(node.children));
    for (const [field, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null || isTechnical(node, field)) continue;
      for (const child of nodes(value)) if (!isTechnicalArgument(node, child)) visit(child);
    }
  };
  for (const statement of module.body) visit(statement as unknown as Syntax);
  return found;
}
