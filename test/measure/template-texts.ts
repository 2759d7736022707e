import { isReadable } from './readable';

interface Found {
  readonly line: number;
  readonly text: string;
}

const NOT_SHOWN = /<style>.*?<\/style>|<%#.*?%>|<!--.*?-->/gs;
const SCRIPTLET = /<%[-=_]?(.*?)[-_]?%>/gs;
const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const SHOWN_ATTRIBUTE = /\s(?:alt|aria-label|title|placeholder|content|data-label)="([^"]+)"/g;
const TAG = /<[^<>]+>/gs;

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

function matches(template: string, pattern: RegExp): Found[] {
  return [...template.matchAll(pattern)].map((match) => ({
    line: template.slice(0, match.index).split('\n').length,
    text: match.slice(1).find((group) => group !== undefined) ?? '',
  }));
}

/** The texts of an EJS template: in its tags, in their attributes and in the strings of its code. */
export function templateTexts(template: string): Found[] {
  const shown = template.replace(NOT_SHOWN, blank);
  const code = shown.replace(/%>.*?(?=<%|$)/gs, blank).replace(/^.*?(?=<%)/s, blank);
  const markup = shown.replace(SCRIPTLET, (scriptlet) =>
    /^<%[-=]/.test(scriptlet) ? `{…}${blank(scriptlet).slice(3)}` : blank(scriptlet),
  );
  const attributes = matches(markup, SHOWN_ATTRIBUTE);
  const lines = markup
    .replace(TAG, blank)
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }));
  const strings = [...matches(code, QUOTED), ...attributes].filter(({ text }) => isReadable(text));
  return [...lines.filter(({ text }) => /\p{L}{2}/u.test(text)), ...strings].sort((a, b) => a.line - b.line);
}
