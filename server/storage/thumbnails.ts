import type { Config } from '../config/config';
import { decodeImage } from './image-process';
import { IMAGE_SIZES } from './images';
import { originalOf, sizeOf } from './keys';
import type { Store } from './store';

const WEBP = 'image/webp';

/** Marks a picture that can't be shown: answered as 404, never retried. */
const NO_PICTURE = Buffer.alloc(0);

interface SizesOptions {
  readonly store: Store;
  readonly config: Pick<Config, 'root'>;
}

/** Makes all sizes of an attached picture; returns the problem, if any. Idempotent. */
export async function makeSizes({ store, config }: SizesOptions, storedKey: string): Promise<string | null> {
  const original = await store.read(originalOf(storedKey));
  if (!original) throw new Error(`There is no original ${storedKey}`);
  const { problem, files } = await decodeImage(config.root, 'resize', original.body);
  for (const [index, size] of IMAGE_SIZES.entries())
    await store.put(sizeOf(storedKey, size), files[index] ?? NO_PICTURE, WEBP);
  return problem;
}
