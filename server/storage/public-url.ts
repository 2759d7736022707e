/** Maximum of the longer side, in pixels. */
export type ImageSize = 400 | 1200;
export const IMAGE_SIZES: readonly ImageSize[] = [400, 1200];

/** A stored picture is an https address, `/demo/NAME` (shipped in both sizes) or the key of an attached file. */
export function publicUrl(stored: string, size: ImageSize): string {
  if (stored.startsWith('https://')) return stored;
  return stored.startsWith('/demo/') ? `${stored}-${size}.webp` : `/files/${stored}-${size}.webp`;
}
