/**
 * Control characters except NUL, tabs and line breaks; embeddings, overrides and isolates, which change the direction of
 * the text around them; deprecated and annotating format characters. Scripts and emoji need the others.
 */
const INVISIBLE = /(?![\0\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');
/** Whitespace, and letters that render as such. */
const BLANK = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u;

export function stripInvisible(text: string): string {
  const visible = INVISIBLE.test(text) ? text.replace(ALL_INVISIBLE, '') : text;
  return BLANK.test(visible) ? '' : visible.trim();
}

export const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && stripInvisible(value) === '');
