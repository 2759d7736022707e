/**
 * Own paths only, else home, so that a crafted address can't lead elsewhere. Browsers read `\` as `/` and leave tabs and
 * line breaks out: `/\t/evil` would lead to another host.
 */
export const ownPath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : '/';
