import { randomUUID } from 'node:crypto';

/** Uploads go to `uploads/NAME`; attaching copies them to `originals/NAME`, which has no PUT address. Tables hold NAME. */
const NAME = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE_KEY = new RegExp(`^uploads/${NAME}$`);
const STORED = new RegExp(`^${NAME}$`);

export const newFileKey = () => `uploads/${randomUUID()}`;

export const isFileKey = (value: string) => FILE_KEY.test(value);

export const isStoredKey = (value: string) => STORED.test(value);

export const storedKeyOf = (fileKey: string) => fileKey.slice('uploads/'.length);
export const uploadOf = (storedKey: string) => `uploads/${storedKey}`;
export const originalOf = (storedKey: string) => `originals/${storedKey}`;
export const sizeOf = (storedKey: string, size: ImageSize) => `sizes/${storedKey}-${size}.webp`;

/** Of pictures that only some people may see: never served by their name, only by signed addresses. */
export const privateOriginalOf = (storedKey: string) => `private/${storedKey}`;
export const privateSizeOf = (storedKey: string, size: ImageSize) => `private/${storedKey}-${size}.webp`;

/** Maximum of the longer side, in pixels. */
export type ImageSize = 400 | 1200;
export const IMAGE_SIZES: readonly ImageSize[] = [400, 1200];

/** A stored picture is an https address, `/demo/NAME` (shipped in both sizes) or the key of an attached file. */
export function publicUrl(stored: string, size: ImageSize): string {
  if (stored.startsWith('https://')) return stored;
  return stored.startsWith('/demo/') ? `${stored}-${size}.webp` : `/files/${stored}-${size}.webp`;
}
