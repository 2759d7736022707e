/** The longer side of a picture in pixels, at most: in a grid, and by itself. */
export type ImageSize = 400 | 1200;

/**
 * What a table holds of a picture → its address on pages. An https address stays; `/demo/NAME` was shipped in both
 * sizes; anything else is the key of an attached file, served at /files.
 */
export function publicUrl(stored: string, size: ImageSize): string {
  if (stored.startsWith('https://')) return stored;
  return stored.startsWith('/demo/') ? `${stored}-${size}.webp` : `/files/${stored}-${size}.webp`;
}
