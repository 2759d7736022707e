import { type SourceFile, type Syntax, walk } from './source';

const as = (node: unknown) => (node ?? {}) as Syntax;

/** Without parentheses, `?.`, `as`, `??` and `String()`. */
function bare(node: unknown): Syntax {
  const syntax = as(node);
  if (syntax.type === 'ParenthesisExpression' || syntax.type === 'TsAsExpression')
    return bare(syntax.expression);
  if (syntax.type === 'OptionalChainingExpression') return bare(syntax.base);
  if (syntax.type === 'BinaryExpression' && syntax.operator === '??') return bare(syntax.left);
  const { callee, arguments: given } = syntax as { callee?: Syntax; arguments?: { expression: unknown }[] };
  if (syntax.type === 'CallExpression' && callee?.value === 'String') return bare(given?.[0]?.expression);
  return syntax;
}

/** The last name of `error`, `this.error` and `answer.body.error`. */
const lastName = (node: unknown): string => {
  const syntax = bare(node);
  return String(syntax.type === 'MemberExpression' ? as(syntax.property).value : syntax.value);
};

/** `error.message`, `body.error`, `errors.name`, `errors[0]`. */
function isErrorText(node: unknown): boolean {
  const syntax = bare(node);
  if (syntax.type !== 'MemberExpression') return false;
  const name = lastName(syntax);
  if (name === 'message')
    return /error|failure|fault|problem|raised|cause|reason/i.test(lastName(syntax.object));
  return name === 'error' || /^(field_?)?errors$/i.test(lastName(syntax.object));
}

const isAbsence = (node: unknown) => {
  const syntax = bare(node);
  return syntax.type === 'NullLiteral' || syntax.value === 'undefined' || syntax.value === '';
};

const READING = new Set(['startsWith', 'endsWith', 'includes', 'match', 'matchAll', 'search', 'indexOf']);

function readsErrorText(syntax: Syntax): boolean {
  if (syntax.type === 'BinaryExpression' && /^[!=]==?$/.test(String(syntax.operator))) {
    const sides = [syntax.left, syntax.right];
    return sides.some(isErrorText) && !sides.some(isAbsence);
  }
  if (syntax.type === 'SwitchStatement') return isErrorText(syntax.discriminant);
  const callee = bare(syntax.type === 'CallExpression' ? syntax.callee : null);
  if (callee.type !== 'MemberExpression') return false;
  const method = lastName(callee);
  const [first] = (syntax.arguments ?? []) as { expression: unknown }[];
  return (
    (READING.has(method) && isErrorText(callee.object)) ||
    ((method === 'test' || method === 'exec') && isErrorText(first?.expression))
  );
}

/** The lines that recognize an error by its text. */
export function errorTextReadings({ module, lineAt }: SourceFile): number[] {
  const lines: number[] = [];
  walk(module, (syntax) => {
    if (readsErrorText(syntax)) lines.push(lineAt((syntax.span as { start: number }).start));
  });
  return lines;
}
