/** Browsers read `\` as `/` and drop tabs and line breaks: `/\t/evil` leads to the host `evil`. */
export const ownPath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : '/';
