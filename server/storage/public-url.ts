/** Placeholder path until plumbing lands. */
export const publicUrl = (stored: string, size: 400 | 1200): string =>
  stored.startsWith('https://')
    ? stored
    : stored.startsWith('/demo/')
      ? `${stored}-${size}.webp`
      : `/files/${stored}-${size}.webp`;
