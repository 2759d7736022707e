import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../contract/limits';

export const NOT_AN_IMAGE = 'Choose a JPEG, PNG, WebP, GIF or AVIF image';

/** For file inputs. With this list, iPhones convert their HEIC photos to JPEG. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

const READABLE_IMAGE = /^image\/(p?jpe?g|(x-|a)?png|webp|gif|avif)$/;

/** Returns the problem with a file before its upload, or null. */
export function imageFault(file: { size: number; type: string }): string | null {
  if (!READABLE_IMAGE.test(file.type)) return NOT_AN_IMAGE;
  return file.size < MAX_IMAGE_BYTES ? null : IMAGE_TOO_LARGE;
}
