/**
 * Own paths only, else home: nobody is sent elsewhere by an address that somebody else made up. Browsers read `\` as `/`
 * and leave tabs and line breaks out, so that `/\t/evil` would lead to another host.
 */
export const ownPath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : '/';
